import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import type { Slot } from '#domain/booking/booking.ts';
import { minutesOf } from '#domain/time/wall-time.ts';
import { workingSpans } from '#web/practice/sessions/day-layout.ts';
import { overlapOf } from '#web/practice/sessions/overlap.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';
import { newSessionForm, spanOf } from '#web/practice/sessions/session-form.ts';

interface Day {
  date: Temporal.PlainDate;
  timeZone: string;
  /** The hours of that weekday; undefined when none are stored. */
  hours: WeekdayHours | undefined;
  held: readonly HeldSpan[];
  /** The free starts for a session of the usual length. */
  free: readonly Slot[];
}

/**
 * The time of a new session (SESSION-07): the specification's, or the first free one of the day where that lies outside
 * the stored hours or is taken.
 */
export function proposedTime({ date, timeZone, hours, held, free }: Day): string {
  const form = newSessionForm(date);
  const from = minutesOf(form.time);
  const to = from + Number(form.duration);
  const works = hours === undefined || workingSpans(hours).some((span) => span.from <= from && to <= span.to);
  const suits = works && overlapOf(spanOf(form, timeZone), held, null) === null;
  return (suits ? undefined : free[0]?.time) ?? form.time;
}
