import type { MonthMoney } from '#domain/money/money.ts';

/** The months of a year that have begun by `today`. */
export function begunMonths(months: readonly MonthMoney[], today: Temporal.PlainDate): MonthMoney[] {
  const current = today.toPlainYearMonth().toString();
  return months.filter(({ month }) => month <= current);
}

/** The months since the practice's first session. */
export function monthsSince(months: readonly MonthMoney[], first: string): MonthMoney[] {
  return months.filter(({ month }) => month >= first);
}

type Counts = Omit<MonthMoney, 'month'>;

/** The totals of some months. */
export function totalOf(months: readonly MonthMoney[]): Counts {
  const sum = (field: keyof Counts) => months.reduce((total, month) => total + month[field], 0);
  return {
    received: sum('received'),
    held: sum('held'),
    sessions: sum('sessions'),
    minutes: sum('minutes'),
    canceled_client: sum('canceled_client'),
    canceled_practitioner: sum('canceled_practitioner'),
    late: sum('late'),
    no_show: sum('no_show'),
    new_clients: sum('new_clients'),
    ended_clients: sum('ended_clients'),
  };
}

/** The average number of meetings per week in some months, the current one up to `today`: '4,5'. */
export function meanPerWeek(months: readonly MonthMoney[], today: Temporal.PlainDate): string {
  const current = today.toPlainYearMonth().toString();
  const days = months.reduce((sum, { month }) => {
    const { daysInMonth } = Temporal.PlainYearMonth.from(month);
    return sum + (month === current ? today.day : daysInMonth);
  }, 0);
  return days === 0 ? '0' : toOneDigit((totalOf(months).sessions * 7) / days);
}

/** '12,5' */
export function showHoursOf(minutes: number): string {
  return toOneDigit(minutes / 60);
}

const oneDigit = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 });

function toOneDigit(value: number): string {
  return oneDigit.format(value);
}
