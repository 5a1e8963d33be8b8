import { weekOf } from '#web/calendar/calendar-days.ts';
import type { CalendarView } from '#web/calendar/calendar-days.ts';
import { showDayAndMonth, showDayInWords, showDayRange, showMonth } from '#web/format/dates.ts';

/**
 * The shown days in words, with the year unless it is the current one. On the phone a single day is named in the week
 * strip.
 */
export function titleOf(
  view: CalendarView,
  date: Temporal.PlainDate,
  today: Temporal.PlainDate,
  phone: boolean,
): string {
  if (view === 'month' || (view === 'day' && phone)) return showMonth(date.toPlainYearMonth());
  const year = date.year === today.year ? '' : ` ${date.year}`;
  if (view === 'day') return `${showDayInWords(date)}${year}`;
  const week = weekOf(date);
  const [first, last] = [week[0] ?? date, week.at(-1) ?? date];
  if (first.year === last.year) return `${showDayRange(first, last)}${year}`;
  return `${showDayAndMonth(first)} ${first.year}\u00A0– ${showDayAndMonth(last)} ${last.year}`;
}
