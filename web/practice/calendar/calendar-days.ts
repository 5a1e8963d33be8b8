import { readIsoDate } from '#domain/time/iso-date.ts';
import { weekOf, weeksOfMonth } from '#web/ui/base/weeks.ts';

export const CALENDAR_VIEWS = ['day', 'week', 'month'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The view from an address; the month for anything invalid. */
export function readView(text: string | undefined): CalendarView {
  return CALENDAR_VIEWS.find((view) => view === text) ?? 'month';
}

/** The day 'YYYY-MM-DD' from an address; `today` for an invalid one. */
export function readDay(text: string | undefined, today: Temporal.PlainDate): Temporal.PlainDate {
  return readIsoDate(text) ?? today;
}

/** All days of a view, in order. */
export function daysOfView(view: CalendarView, date: Temporal.PlainDate): Temporal.PlainDate[] {
  if (view === 'day') return [date];
  return view === 'week' ? weekOf(date) : weeksOfMonth(date.toPlainYearMonth()).flat();
}

/** The last day of the period itself; a month's last week extends into the next month. */
export function lastDayOf(view: CalendarView, date: Temporal.PlainDate): Temporal.PlainDate {
  if (view === 'month') return date.with({ day: date.daysInMonth });
  return view === 'week' ? date.add({ days: 7 - date.dayOfWeek }) : date;
}

/** The date one step forward (1) or back (-1); from the 31st to the last day of a shorter month. */
export function stepFrom(date: Temporal.PlainDate, view: CalendarView, direction: 1 | -1): Temporal.PlainDate {
  const unit = ({ day: 'days', week: 'weeks', month: 'months' } as const)[view];
  return date.add({ [unit]: direction });
}
