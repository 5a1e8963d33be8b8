import type { ClientMoney } from '#domain/money/money.ts';
import type { LongRead } from '#server/ground/limits/long-reads.ts';
import { type MoneyScope, readMoneyPractice, settleInPieces } from '#server/practice/money/read-money.ts';

interface WhichClients {
  owing: boolean;
  /** The only client to return; '' for all. */
  only: string;
}

/**
 * Returns the clients with a payment or an amount due (with `owing` only the latter), ordered by the day since when
 * they owe, those who owe nothing last. With `only` just that client.
 */
export async function moneyOfClients(
  scope: MoneyScope,
  { owing, only }: WhichClients,
  now: Temporal.Instant,
  read: LongRead,
): Promise<ClientMoney[]> {
  const { reader, owner } = scope;
  const clients = await reader
    .selectFrom('clients')
    .select('id')
    .where('user', '=', owner)
    .$if(only !== '', (query) => query.where('id', '=', only))
    .orderBy('created')
    .execute();
  const ids = clients.map(({ id }) => id);
  const found: ClientMoney[] = [];
  const practice = await readMoneyPractice(scope, now);
  for await (const { books, settled } of settleInPieces(scope, practice, ids, read)) {
    const { client, pay_way, payments } = books;
    const { sessions: _sessions, ...money } = settled;
    if (money.due > 0 || (!owing && payments.length > 0)) found.push({ client, pay_way, ...money });
  }
  const key = ({ since, client }: ClientMoney) => `${since || '~'} ${client}`;
  return found.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}
