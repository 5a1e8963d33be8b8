import { TextInput } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { showZoneInFull } from '#web/ground/format/zones.ts';
import { fetchAhead } from '#web/ground/parts/fetch-ahead.ts';
import { fetchPart } from '#web/ground/parts/fetch-part.ts';
import { readClock } from '#web/ground/browser/clock.ts';

const ZoneSelect = lazy(async () => {
  await fetchAhead(async () => undefined);
  const { ZoneSelect: loaded } = await fetchPart(() => import('#web/practice/own-profile/ZoneSelect.tsx'));
  return { default: loaded };
});

interface ZoneFieldProps {
  label: string;
  description: string;
  value: string;
  /** The label of '', for a choice without a zone. */
  none?: string;
  error?: string | undefined;
  onChoose: (zone: string) => void;
}

/** A time zone. Its choices load in the background, because few people change it; until then it is read-only. */
export function ZoneField({ value, none, onChoose, ...field }: ZoneFieldProps) {
  const focused = useRef(false);
  return (
    <Suspense
      fallback={
        <TextInput
          {...field}
          value={value === '' ? (none ?? '') : showZoneInFull(value, readClock())}
          readOnly
          onFocus={() => (focused.current = true)}
          onBlur={() => (focused.current = false)}
        />
      }
    >
      <ZoneSelect
        {...field}
        value={value}
        none={none}
        onChange={(zone) => zone !== null && onChoose(zone)}
        focused={focused}
      />
    </Suspense>
  );
}
