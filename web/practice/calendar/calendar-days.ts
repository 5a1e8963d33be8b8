export const CALENDAR_VIEWS = ['day', 'week', 'month'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** The view from an address; the month for anything invalid. */
export function readView(text: string | undefined): CalendarView {
  return CALENDAR_VIEWS.find((view) => view === text) ?? 'month';
}

/** The day 'YYYY-MM-DD' from an address; `today` for an invalid one. */
export function readDay(text: string | undefined, today: Temporal.PlainDate): Temporal.PlainDate {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text ?? '')) return today;
  try {
    return Temporal.PlainDate.from(text ?? '', { overflow: 'reject' });
  } catch {
    return today;
  }
}

/** The seven days of a date's week, Monday first. */
export function weekOf(date: Temporal.PlainDate): Temporal.PlainDate[] {
  const monday = date.subtract({ days: date.dayOfWeek - 1 });
  return Array.from({ length: 7 }, (_, index) => monday.add({ days: index }));
}

/** The whole weeks of a month, including days of its neighbours at both ends. */
export function weeksOfMonth(month: Temporal.PlainYearMonth): Temporal.PlainDate[][] {
  const first = month.toPlainDate({ day: 1 });
  const weeks = Math.ceil((first.dayOfWeek - 1 + month.daysInMonth) / 7);
  return Array.from({ length: weeks }, (_, index) => weekOf(first.add({ weeks: index })));
}

/** All days of a view, in order. */
export function daysOfView(view: CalendarView, date: Temporal.PlainDate): Temporal.PlainDate[] {
  if (view === 'day') return [date];
  return view === 'week' ? weekOf(date) : weeksOfMonth(date.toPlainYearMonth()).flat();
}

/** The date one step forward (1) or back (-1); from the 31st to the last day of a shorter month. */
export function stepFrom(date: Temporal.PlainDate, view: CalendarView, direction: 1 | -1): Temporal.PlainDate {
  const unit = ({ day: 'days', week: 'weeks', month: 'months' } as const)[view];
  return date.add({ [unit]: direction });
}
