import { type MoneyPayment, type MoneySession, type MoneyTerms, settle } from '#domain/money/settle.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';

/** How a client pays, and how much for one meeting: kopecks, null where the practitioner names no price. */
export interface Pay {
  text: string;
  link: string;
  amount: number | null;
}

/**
 * Returns what is asked for a planned meeting: its price, never a debt; null where it is free or waived, or where a
 * package or money paid in advance covers it wholly once all planned meetings before it are held (MONEY-07).
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
 * Returns what is asked for planned meetings together: a price where it is the same for each that is not paid yet; null
 * where nothing is asked. Of hundreds with one price it looks no further than the first that is asked for.
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
