import type { HeldTime } from '#domain/availability/busy-time.ts';
import { hoursOn } from '#domain/availability/default-hours.ts';
import { isDayOff } from '#domain/availability/days-off.ts';
import { freeSlotsForPractitioner } from '#domain/availability/free-slots.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import type { DayOff } from '#domain/profiles/profile.ts';
import type { Moment } from '#domain/series/occurrences.ts';
import type { Occurrence } from '#domain/series/series.ts';
import { minutesOf } from '#domain/time/wall-time.ts';

const MINUTE = 60_000;

/** Taken time with the record that takes it. */
export interface TakenTime extends HeldTime {
  kind: 'session' | 'booking';
  id: string;
}

/** The data by which a practice's occurrences are judged; hours and days off are in its zone. */
export interface Practice {
  timeZone: string;
  week: readonly WeekdayHours[];
  daysOff: readonly DayOff[];
  /** No earlier time is suggested. */
  now: Temporal.Instant;
}

/** An occurrence whose conflicting record has no name yet. */
export type Judged = Omit<Occurrence, 'with'> & { startMs: number; with: Omit<TakenTime, 'start' | 'end'> | null };

/**
 * Judges one occurrence. `taken` is the taken time of its day and of its own span, in order. Taken time has precedence
 * over a day off, on which no other time is suggested. `zone` is that of the rule: if it is not the practice's, nothing
 * is suggested, because the working hours are in the practice's zone.
 */
export function judge(
  moment: Moment,
  duration: number,
  { timeZone, week, daysOff, now }: Practice,
  taken: readonly TakenTime[],
  zone: string = timeZone,
): Judged {
  const { date, startMs, time, shifted } = moment;
  const start = Temporal.Instant.fromEpochMilliseconds(startMs);
  const there = start.toZonedDateTimeISO(timeZone);
  const end = startMs + duration * MINUTE;
  const met = taken.find((held) => held.start < end && startMs < held.end);
  const dayOff = isDayOff(there.toPlainDate(), daysOff);
  const shown = time.toString({ smallestUnit: 'minute' });
  const offHours = isOffHours(hoursOn(there.toPlainDate(), week), there.hour * 60 + there.minute, duration);
  const [day] =
    met && !dayOff && zone === timeZone
      ? freeSlotsForPractitioner({ date, duration, timeZone, week, held: taken, now })
      : [{ slots: [] }];
  return {
    date: date.toString(),
    time: shown,
    start: start.toString(),
    startMs,
    verdict: met ? 'taken' : dayOff ? 'day_off' : 'free',
    remarks: [...(offHours ? (['off_hours'] as const) : []), ...(shifted ? (['shifted'] as const) : [])],
    with: met ? { kind: met.kind, id: met.id } : null,
    free: (day?.slots ?? []).map((slot) => slot.time),
  };
}

/** Without working hours nothing counts as outside of them. */
function isOffHours(hours: WeekdayHours | undefined, start: number, duration: number): boolean {
  if (!hours) return false;
  const end = start + duration;
  const inside = minutesOf(hours.start_time) <= start && end <= minutesOf(hours.end_time);
  const paused = hours.breaks.some((pause) => minutesOf(pause.start) < end && start < minutesOf(pause.end));
  return !hours.is_available || !inside || paused;
}
