import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import type { Slot } from '#domain/booking/booking.ts';
import { minutesOf } from '#domain/time/wall-time.ts';
import { isInHours } from '#web/practice/sessions/outside-hours.ts';
import { overlapOf } from '#web/practice/sessions/overlap.ts';
import type { HeldSpan } from '#web/practice/sessions/overlap.ts';
import { newSessionForm, spanOf, type SpanFields } from '#web/practice/sessions/session-form.ts';
import type { UsualTime } from '#web/practice/sessions/usual-time.ts';

interface Day {
  date: Temporal.PlainDate;
  timeZone: string;
  /** The hours of that weekday; undefined when none are stored. */
  hours: WeekdayHours | undefined;
  held: readonly HeldSpan[];
  /** The free starts for a session of the default length. */
  free: readonly Slot[];
}

/**
 * The time of a new session (SESSION-07): the default of the specification or, if that is outside the stored hours or
 * taken, the first free one of the day.
 */
export function proposedTime({ date, timeZone, hours, held, free }: Day): string {
  const form = newSessionForm(date);
  const from = minutesOf(form.time);
  const to = from + Number(form.duration);
  const suits = isInHours(hours, from, to) && overlapOf(spanOf(form, timeZone), held, null) === null;
  return (suits ? undefined : free[0]?.time) ?? form.time;
}

/** The initial values of a new session; without a length it has the specification's. */
export type Proposal = Pick<SpanFields, 'date' | 'time'> & Partial<SpanFields>;

interface PassedDay {
  today: Temporal.PlainDate;
  timeZone: string;
  /** The next occurrence of the client's usual weekday and time, with its length. */
  usual: UsualTime | null;
  /** The taken times of that day. */
  held: readonly HeldSpan[];
  /** The next free start on any day. */
  next: Proposal | null;
}

/** Whether a client's usual time is free. */
export function isUsualFree({ usual, held, timeZone }: Pick<PassedDay, 'usual' | 'held' | 'timeZone'>): boolean {
  return usual !== null && overlapOf(spanOf(usual.fields, timeZone), held, null) === null;
}

/**
 * The start of a new session when today's proposal has passed (SESSION-07): the client's usual weekday and time,
 * otherwise the next free start, otherwise tomorrow at nine.
 */
export function proposedStart({ today, next, ...usually }: PassedDay): Proposal {
  if (usually.usual && isUsualFree(usually)) return usually.usual.fields;
  const { date, time } = newSessionForm(today.add({ days: 1 }));
  return next ?? { date, time };
}
