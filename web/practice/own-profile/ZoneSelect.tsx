import type { RefObject } from 'react';
import { Dropdown, type DropdownProps } from '#web/ui/form/Dropdown.tsx';
import { readClock } from '#web/ground/browser/clock.ts';
import { showZoneInFull } from '#web/ground/format/zones.ts';

interface ZoneSelectProps extends Omit<DropdownProps, 'data' | 'value' | 'before'> {
  value: string;
  /** The label of '', for a choice without a zone. */
  none?: string | undefined;
  /** Whether the placeholder before this component loaded had the focus. */
  focused: RefObject<boolean>;
}

/** Every zone of this browser, searchable. */
export function ZoneSelect({ value, none, focused, ...props }: ZoneSelectProps) {
  return (
    <Dropdown
      before={focused.current ? 'focused' : 'left'}
      data={zoneChoices(value, readClock(), none)}
      value={value}
      searchable
      nothingFoundMessage="Не&nbsp;найдено"
      {...props}
    />
  );
}

interface Choice {
  value: string;
  label: string;
}

/**
 * Every IANA zone of this browser by offset, west to east, with names searchable in both alphabets; `none` is the label
 * of '' if that is a choice.
 */
function zoneChoices(current: string, now: Temporal.Instant, none?: string): Choice[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), ...(current ? [current] : [])]);
  const choices = [...zones]
    .map((value) => ({
      value,
      label: showZoneInFull(value, now),
      offset: now.toZonedDateTimeISO(value).offsetNanoseconds,
    }))
    .toSorted((a, b) => a.offset - b.offset || a.value.localeCompare(b.value))
    .map(({ value, label }) => ({ value, label }));
  return none === undefined ? choices : [{ value: '', label: none }, ...choices];
}
