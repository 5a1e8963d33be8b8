import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';

/** Hours of a weekday that was never set, specification §9: 09:00–18:00 and off. */
export const DEFAULT_HOURS = { start: '09:00', end: '18:00' } as const;

/**
 * Returns the hours of a date's weekday. A weekday that a stored week lacks is off, as the screen of the hours shows it;
 * of a week that was never set there are none.
 */
export function hoursOn(date: Temporal.PlainDate, week: readonly WeekdayHours[]): WeekdayHours | undefined {
  const weekday = date.dayOfWeek % 7;
  const stored = week.find((day) => day.day_of_week === weekday);
  if (stored || week.length === 0) return stored;
  const { start, end } = DEFAULT_HOURS;
  return { day_of_week: weekday, start_time: start, end_time: end, is_available: false, breaks: [] };
}
