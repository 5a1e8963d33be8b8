import { showZoneInFull } from '#web/ground/format/zones.ts';

interface Choice {
  value: string;
  label: string;
}

/**
 * Every IANA zone of this browser by offset, west to east, with names searchable in both alphabets; `none` names ''
 * where that is a choice.
 */
export function zoneChoices(current: string, now: Temporal.Instant, none?: string): Choice[] {
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
