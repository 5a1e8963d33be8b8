import type { SessionMoney } from '#domain/money/money.ts';
import { idList, ownerBesideIds } from '#server/ground/db/query.ts';
import type { LongRead } from '#server/ground/limits/long-reads.ts';
import { type MoneyScope, readMoneyPractice, settleClient, settleInPieces } from '#server/practice/money/read-money.ts';

/** Returns the money of all sessions of a client, ordered by start. */
export async function moneyOfClient(scope: MoneyScope, client: string, now: Temporal.Instant): Promise<SessionMoney[]> {
  return (await settleClient(scope, client, now))?.sessions ?? [];
}

/** Returns the money of these sessions, ordered by start; unknown ones are omitted. */
export async function moneyOfSessions(
  scope: MoneyScope,
  ids: readonly string[],
  now: Temporal.Instant,
  read: LongRead,
): Promise<SessionMoney[]> {
  const { reader, engine, owner } = scope;
  const wanted = await reader
    .selectFrom('sessions')
    .select(['id', 'client', 'price'])
    .where('id', 'in', idList(engine, ids))
    .where(ownerBesideIds(engine, 'user'), '=', owner)
    .orderBy('date')
    .orderBy('id')
    .execute();
  const found = new Map<string, SessionMoney>();
  const clients = [...new Set(wanted.flatMap(({ client }) => client ?? []))];
  const practice = await readMoneyPractice(scope, now);
  for await (const { settled } of settleInPieces(scope, practice, clients, read)) {
    for (const session of settled.sessions) found.set(session.id, session);
  }
  // For sessions of an erased client.
  const without = ({ id, price }: { id: string; price: number | null }): SessionMoney => ({
    id,
    price,
    due: 0,
    paid: 0,
    state: 'none',
  });
  return wanted.map((session) => found.get(session.id) ?? without(session));
}
