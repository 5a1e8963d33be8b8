import { isMadeDue, priceOf } from '#domain/money/money.ts';
import type { MoneyPayment, MoneySession, MoneyTerms } from '#domain/money/settle.ts';

/** The kopecks of one session: how many it asks for, and how many it has by now. */
interface Jar {
  session: MoneySession;
  asks: number;
  has: number;
}

/**
 * Applies the rules kopeck by kopeck, a reference implementation that `settle` is compared with. Returns what covers each
 * session.
 */
export function settleByKopecks(
  sessions: readonly MoneySession[],
  payments: readonly MoneyPayment[],
  terms: MoneyTerms,
): Map<string, number> {
  const key = ({ date, id }: MoneySession) => `${date} ${id}`;
  const inOrder = sessions.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  const age = ({ paid_on, created, id }: MoneyPayment) => `${paid_on} ${created} ${id}`;
  const packages = payments
    .filter(({ meetings }) => meetings > 0)
    .map((payment) => ({ ...payment, shares: sharesOf(payment) }));
  const worth = new Map<string, number>();
  const jars: Jar[] = [];
  for (const session of inOrder) {
    const price = priceOf(session, terms.price);
    if (!isMadeDue(session, terms) || session.waived || price === 0) continue;
    const day = dayIn(session.date, terms.time_zone);
    const [next] = packages
      .filter((one) => one.paid_on <= day && (one.until === '' || day <= one.until) && one.shares.length > 0)
      .toSorted((one, other) =>
        `${one.until || '9999-99-99'} ${age(one)}` < `${other.until || '9999-99-99'} ${age(other)}` ? -1 : 1,
      );
    if (next) worth.set(session.id, next.shares.shift() ?? 0);
    else jars.push({ session, asks: price ?? 0, has: 0 });
  }
  let pool = packages
    .filter(({ until }) => until !== '' && until < terms.today)
    .reduce((sum, { shares }) => sum + shares.reduce((total, share) => total + share, 0), 0);
  let waiting = 0;
  for (const { amount, meetings, session } of payments) {
    const named = sessions.find(({ id }) => id === session);
    const waits = named && ['scheduled', 'reserved'].includes(named.status) && !named.waived;
    for (let left = meetings > 0 ? 0 : amount; left > 0; left -= 1) {
      const jar = jars.find((one) => one.session.id === session && one.has < one.asks);
      if (waits) waiting += 1;
      else if (jar) jar.has += 1;
      else pool += 1;
    }
  }
  for (const jar of jars) {
    for (; pool > 0 && jar.has < jar.asks; pool -= 1) jar.has += 1;
  }
  let refund = payments.reduce((sum, { amount }) => sum + Math.max(0, -amount), 0);
  for (; refund > 0; refund -= 1) {
    const newest = jars.findLast(({ has }) => has > 0);
    if (pool > 0) pool -= 1;
    else if (waiting > 0) waiting -= 1;
    else if (newest) newest.has -= 1;
    else break;
  }
  for (const { session, has } of jars) worth.set(session.id, has);
  return worth;
}

function sharesOf({ amount, meetings }: MoneyPayment): number[] {
  const share = Math.floor(amount / meetings);
  return Array.from({ length: meetings }, (_, at) => (at === meetings - 1 ? amount - share * at : share));
}

function dayIn(instant: string, zone: string): string {
  return Temporal.Instant.from(instant.replace(' ', 'T')).toZonedDateTimeISO(zone).toPlainDate().toString();
}
