import { TextInput } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { showZone } from '#web/format/zones.ts';
import { fetchAhead } from '#web/parts/fetch-ahead.ts';
import { fetchPart } from '#web/parts/fetch-part.ts';

const ZoneSelect = lazy(async () => {
  await fetchAhead(async () => undefined);
  const { ZoneSelect: loaded } = await fetchPart(() => import('#web/profile/ZoneSelect.tsx'));
  return { default: loaded };
});

interface ZoneFieldProps {
  value: string;
  onChoose: (zone: string) => void;
}

/** The time zone, which few change: its choices come once the screen is quiet, and until then it can be read. */
export function ZoneField({ value, onChoose }: ZoneFieldProps) {
  const focused = useRef(false);
  const texts = {
    label: 'Часовой пояс',
    description: 'По\u00A0нему считаются рабочие часы, календарь и\u00A0время на\u00A0странице записи',
  };
  return (
    <Suspense
      fallback={
        <TextInput
          {...texts}
          value={`${showZone(value, Temporal.Now.instant())} (${value.replaceAll('_', ' ')})`}
          readOnly
          onFocus={() => (focused.current = true)}
          onBlur={() => (focused.current = false)}
        />
      }
    >
      <ZoneSelect {...texts} value={value} onChange={(zone) => zone !== null && onChoose(zone)} focused={focused} />
    </Suspense>
  );
}
