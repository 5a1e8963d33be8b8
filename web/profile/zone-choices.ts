import { showZone } from '#web/format/zones.ts';

/** Every IANA zone of this browser by offset, west to east, with names searchable in both alphabets. */
export function zoneChoices(current: string, now: Temporal.Instant): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), current]);
  return [...zones]
    .map((value) => ({
      value,
      label: `${showZone(value, now)} (${value.replaceAll('_', ' ')})`,
      offset: now.toZonedDateTimeISO(value).offsetNanoseconds,
    }))
    .toSorted((a, b) => a.offset - b.offset || a.value.localeCompare(b.value))
    .map(({ value, label }) => ({ value, label }));
}
