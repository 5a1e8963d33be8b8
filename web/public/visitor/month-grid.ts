import { dayByKey } from '#web/ui/base/day-by-key.ts';

/** How many months ahead a visitor can browse: free times exist for at most 730 days. */
const MONTHS_AHEAD = 24;

export function monthOf(date: Temporal.PlainDate): Temporal.PlainYearMonth {
  return date.toPlainYearMonth();
}

export function lastMonth(today: Temporal.PlainDate): Temporal.PlainYearMonth {
  return monthOf(today).add({ months: MONTHS_AHEAD });
}

export function lastDayOf(month: Temporal.PlainYearMonth): Temporal.PlainDate {
  return month.toPlainDate({ day: month.daysInMonth });
}

/** The target of a key from a date, never before today nor after the last month; null for a key without effect. */
export function dateByKey(key: string, from: Temporal.PlainDate, today: Temporal.PlainDate): Temporal.PlainDate | null {
  const target = dayByKey(key, from);
  if (!target) return null;
  const last = lastDayOf(lastMonth(today));
  if (Temporal.PlainDate.compare(target, today) < 0) return today;
  return Temporal.PlainDate.compare(target, last) > 0 ? last : target;
}
