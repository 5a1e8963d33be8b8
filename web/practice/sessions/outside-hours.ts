import { isDayOff } from '#domain/availability/days-off.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import type { DayOff } from '#domain/profiles/profile.ts';
import { minutesOf, WALL_TIME, wallTimeOf } from '#domain/time/wall-time.ts';
import { workingSpans } from '#web/practice/sessions/day-layout.ts';

/** Whether a span of a day, in minutes since midnight, is within working time; true if no hours are stored. */
export function isInHours(hours: WeekdayHours | undefined, from: number, to: number): boolean {
  return hours === undefined || workingSpans(hours).some((span) => span.from <= from && to <= span.to);
}

interface Chosen {
  date: Temporal.PlainDate;
  /** '' while none is chosen. */
  time: string;
  /** Minutes. */
  duration: number;
}

/**
 * How a chosen time conflicts with the practice's own hours: a day off, no working day, outside the hours; '' if it
 * does not.
 */
export function outsideHours(
  { date, time, duration }: Chosen,
  hours: WeekdayHours | undefined,
  daysOff: readonly DayOff[],
): string {
  if (isDayOff(date, daysOff)) return 'В\u00A0этот день у\u00A0вас выходной.';
  if (!hours) return '';
  const working = workingSpans(hours);
  if (working.length === 0) return 'По\u00A0рабочим часам этот день нерабочий.';
  if (!WALL_TIME.test(time)) return '';
  const from = minutesOf(time);
  if (isInHours(hours, from, from + duration)) return '';
  const spans = working.map((span) => `${wallTimeOf(span.from)}–${span.to === 1440 ? '24:00' : wallTimeOf(span.to)}`);
  return `Это вне рабочих часов: ${spans.join(', ')}.`;
}
