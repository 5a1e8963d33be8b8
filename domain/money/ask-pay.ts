import { type MoneyPayment, type MoneySession, type MoneyTerms, settle } from '#domain/money/settle.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';

/** How a client pays, and the amount for one meeting in kopecks; null where the practitioner has set no price. */
export interface Pay {
  text: string;
  link: string;
  amount: number | null;
}

/**
 * Returns the amount in kopecks that a planned meeting costs, never a debt. Null if it is free or waived, or if a
 * package or advance payments cover it completely once all planned meetings before it are held (MONEY-07).
 */
export function askedFor(
  id: string,
  sessions: readonly MoneySession[],
  payments: readonly MoneyPayment[],
  terms: MoneyTerms,
): Pick<Pay, 'amount'> | null {
  const asked = sessions.find((session) => session.id === id);
  if (!asked || !isPlanned(asked)) return null;
  const held = sessions.map((session): MoneySession => {
    if (!isPlanned(session) || placeOf(session) > placeOf(asked)) return session;
    return { ...session, status: 'completed', price: session.price ?? terms.price };
  });
  const day = parseStoredInstant(asked.date).toZonedDateTimeISO(terms.time_zone).toPlainDate().toString();
  const then = { ...terms, today: day > terms.today ? day : terms.today };
  const money = settle(held, payments, then).sessions.find((session) => session.id === id);
  if (money?.state === 'none') return { amount: null };
  return money && money.due > 0 ? { amount: money.price } : null;
}

/**
 * Returns the amount in kopecks for planned meetings together: the price, if it is the same for each unpaid one; null
 * as the amount if they differ; null if nothing is to be paid. For hundreds with one price it stops at the first unpaid
 * one.
 */
export function askedForAll(
  ids: readonly string[],
  sessions: readonly MoneySession[],
  payments: readonly MoneyPayment[],
  terms: MoneyTerms,
): Pick<Pay, 'amount'> | null {
  const prices = new Map(sessions.map(({ id, price }) => [id, price ?? terms.price]));
  let asked: Pick<Pay, 'amount'> | null = null;
  for (const id of ids) {
    if (asked && prices.get(id) === asked.amount) continue;
    const one = askedFor(id, sessions, payments, terms);
    if (one && asked) return { amount: null };
    asked ??= one;
  }
  return asked;
}

function isPlanned({ status }: MoneySession): boolean {
  return status === 'scheduled' || status === 'reserved';
}

function placeOf({ date, id }: MoneySession): string {
  return `${date} ${id}`;
}
