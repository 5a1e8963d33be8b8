/** Returns the date so many days from now in Moscow, 'YYYY-MM-DD'. */
export function inDays(days: number): string {
  return Temporal.Now.plainDateISO('Europe/Moscow').add({ days }).toString();
}

/** Returns the instant of a time in Moscow, 'YYYY-MM-DDTHH:mm', in the format of records. */
export function moscow(time: string): string {
  const start = Temporal.PlainDateTime.from(time).toZonedDateTime('Europe/Moscow').toInstant();
  return start.toString({ smallestUnit: 'millisecond' }).replace('T', ' ');
}

/** Formats '2026-11-24' as '24.11.2026'. */
export function shown(date: string): string {
  return date.split('-').toReversed().join('.');
}
