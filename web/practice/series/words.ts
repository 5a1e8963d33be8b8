import { datesOf, momentOn } from '#domain/series/occurrences.ts';
import { SERIES_LIMITS } from '#domain/series/series.ts';
import { capital, showDayAndMonth, showTime, showWeekday } from '#web/ground/format/dates.ts';

/** The rule of a series as it is stored. */
export interface StoredRule {
  /** The wall time of the first occurrence, 'YYYY-MM-DDTHH:mm' in `time_zone`. */
  start: string;
  time_zone: string;
  every_weeks: number;
  /** The last day, 'YYYY-MM-DD'; '' without an end. */
  until: string;
}

const WEEKS = ['неделю', 'две недели', 'три недели', 'четыре недели', 'пять недель', 'шесть недель', 'семь недель'];

/** «раз в неделю», «раз в две недели» */
export function showInterval(everyWeeks: number): string {
  return `раз в\u00A0${WEEKS[everyWeeks - 1] ?? 'восемь недель'}`;
}

/** «31 декабря 2026» */
function showWholeDate(date: string): string {
  const day = Temporal.PlainDate.from(date);
  return `${showDayAndMonth(day).replace(' ', '\u00A0')}\u00A0${day.year}`;
}

/** «до 31 декабря 2026»; '' without an end. */
export function showUntil({ until }: Pick<StoredRule, 'until'>): string {
  return until && `до\u00A0${showWholeDate(until)}`;
}

/**
 * «Понедельник, 10:00, раз в неделю» on the practice's clock; if the series is in another zone, computed from the next
 * occurrence.
 */
export function showRule(rule: StoredRule, timeZone: string, now: Temporal.Instant): string {
  const next = rule.time_zone === timeZone ? Temporal.PlainDateTime.from(rule.start) : nextIn(timeZone, rule, now);
  return `${capital(showWeekday(next.toPlainDate()))}, ${showTime(next.toPlainTime())}, ${showInterval(rule.every_weeks)}`;
}

/** Whether no occurrence of the series is today or later. */
export function hasEnded({ start, until, time_zone }: StoredRule, now: Temporal.Instant): boolean {
  const today = now.toZonedDateTimeISO(time_zone).toPlainDate().toString();
  return until !== '' && (until < today || until < start.slice(0, 10));
}

/** The rules that have not ended, in the order in which they begin. */
export function currentRules<Rule extends StoredRule>(rules: readonly Rule[], now: Temporal.Instant): Rule[] {
  return rules.filter((rule) => !hasEnded(rule, now)).toSorted((a, b) => (a.start < b.start ? -1 : 1));
}

/** Unlike the first occurrence, the next one reflects the current offset between the two zones. */
function nextIn(timeZone: string, { start, time_zone, every_weeks: everyWeeks }: StoredRule, now: Temporal.Instant) {
  const first = Temporal.PlainDateTime.from(start);
  const today = now.toZonedDateTimeISO(time_zone).toPlainDate();
  const soon = today.add({ weeks: SERIES_LIMITS.mostWeeks });
  const [date = first.toPlainDate()] = datesOf({ start: first, everyWeeks }, today, soon);
  const { startMs } = momentOn(date, first.toPlainTime(), time_zone);
  return Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(timeZone);
}
