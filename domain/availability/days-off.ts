import type { DayOff } from '#domain/profiles/profile.ts';

/** Whether a date, 'YYYY-MM-DD' or a plain one, lies within one of the ranges. */
export function isDayOff(date: Temporal.PlainDate | string, daysOff: readonly DayOff[]): boolean {
  const text = date.toString();
  return daysOff.some(({ from, to }) => from <= text && text <= to);
}
