import { weekOf } from '#web/ui/base/weeks.ts';
import type { CalendarView } from '#web/practice/calendar/calendar-days.ts';
import { showDayAndMonth, showDayInWords, showDayRange, showMonth } from '#web/ground/format/dates.ts';

/**
 * The shown days in words, with the year unless it is the current one; in print `today` is null, so the year is always
 * shown. On the phone a single day is named in the week strip instead.
 */
export function titleOf(
  view: CalendarView,
  date: Temporal.PlainDate,
  today: Temporal.PlainDate | null,
  phone: boolean,
): string {
  if (view === 'month' || (view === 'day' && phone)) return showMonth(date.toPlainYearMonth());
  const year = date.year === today?.year ? '' : `\u00A0${date.year}`;
  if (view === 'day') return `${showDayInWords(date)}${year}`;
  const week = weekOf(date);
  const [first, last] = [week[0] ?? date, week.at(-1) ?? date];
  if (first.year === last.year) return `${showDayRange(first, last)}${year}`;
  // May break only after the dash.
  const [from, to] = [first, last].map((day) => `${showDayAndMonth(day)} ${day.year}`.replaceAll(' ', '\u00A0'));
  return `${from}\u00A0– ${to}`;
}
