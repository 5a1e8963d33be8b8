import { VISITOR_STEP } from '#domain/availability/visitor-step.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import { minutesOf, wallTimeOf } from '#domain/time/wall-time.ts';

/**
 * Returns the last start that a day's hours offer to visitors, 'HH:mm': a half hour before their end, whose hour meets no
 * break; null where none is. Held time, notice and the next day's breaks are left out.
 */
export function lastStart({ start_time, end_time, breaks }: WeekdayHours): string | null {
  const [from, to] = [minutesOf(start_time), minutesOf(end_time)];
  const meetsBreak = (minutes: number) =>
    breaks.some(({ start, end }) => minutesOf(start) < minutes + BOOKING_DURATION && minutes < minutesOf(end));
  const count = Math.ceil((to - from) / VISITOR_STEP);
  for (let index = count - 1; index >= 0; index -= 1) {
    const minutes = from + index * VISITOR_STEP;
    if (!meetsBreak(minutes)) return wallTimeOf(minutes);
  }
  return null;
}
