import type { MonthMoney } from '#domain/money/money.ts';

/** The months of a year that have begun by `today`. */
export function begunMonths(months: readonly MonthMoney[], today: Temporal.PlainDate): MonthMoney[] {
  const current = today.toPlainYearMonth().toString();
  return months.filter(({ month }) => month <= current);
}

/** Those of the months in which there was a practice: its first session begins them. */
export function monthsSince(months: readonly MonthMoney[], first: string): MonthMoney[] {
  return months.filter(({ month }) => month >= first);
}

type Counts = Omit<MonthMoney, 'month'>;

/** What the months come to together. */
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

/** How many meetings a week some months had on average, of the current one up to `today`: '4,5'. */
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
