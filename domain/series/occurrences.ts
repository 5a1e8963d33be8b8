import { SERIES_LIMITS } from '#domain/series/series.ts';

const DAYS_A_WEEK = 7;

/**
 * The rule of a series: a wall time that repeats on its weekday. Occurrences are identified by their dates; each is an
 * instant by the zone's clock.
 */
export interface Rule {
  /** The date and the time of the first occurrence. */
  start: Temporal.PlainDateTime;
  everyWeeks: number;
  /** The IANA zone of dates and times. */
  timeZone: string;
}

/** An occurrence on the clock and as an instant (`startMs`, epoch milliseconds). */
export interface Moment {
  date: Temporal.PlainDate;
  startMs: number;
  /** What the clock shows: later than the rule's time if a clock change skips that. */
  time: Temporal.PlainTime;
  shifted: boolean;
}

/**
 * Returns the moment of a wall time on a date. A skipped time is later by as much as the clock jumps; of a repeated one
 * it is the first.
 */
export function momentOn(date: Temporal.PlainDate, time: Temporal.PlainTime, timeZone: string): Moment {
  const wanted = date.toPlainDateTime(time);
  const zoned = wanted.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
  return {
    date,
    startMs: zoned.epochMilliseconds,
    time: zoned.toPlainTime(),
    shifted: !zoned.toPlainDateTime().equals(wanted),
  };
}

/** Returns the first date of a rule on or after a day. */
export function firstFrom(
  { start, everyWeeks }: Pick<Rule, 'start' | 'everyWeeks'>,
  from: Temporal.PlainDate,
): Temporal.PlainDate {
  const first = start.toPlainDate();
  const step = everyWeeks * DAYS_A_WEEK;
  const { days } = first.until(from, { largestUnit: 'days' });
  return first.add({ days: Math.max(0, Math.ceil(days / step)) * step });
}

/**
 * Returns the dates of a rule from `from` to `to`, both inclusive; at most one more than a series may have, which shows
 * that there are too many.
 */
export function datesOf(
  { start, everyWeeks }: Pick<Rule, 'start' | 'everyWeeks'>,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Temporal.PlainDate[] {
  const step = everyWeeks * DAYS_A_WEEK;
  const dates: Temporal.PlainDate[] = [];
  let date = firstFrom({ start, everyWeeks }, from);
  while (Temporal.PlainDate.compare(date, to) <= 0 && dates.length <= SERIES_LIMITS.mostOccurrences) {
    dates.push(date);
    date = date.add({ days: step });
  }
  return dates;
}

/** Returns the last day up to which a series without an end has its occurrences. */
export function horizonOf(today: Temporal.PlainDate): Temporal.PlainDate {
  return today.add({ months: SERIES_LIMITS.monthsAhead });
}
