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
