import type { PricedSessions } from '#domain/money/money.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { updateRows } from '#server/records/store-many.ts';

export interface PriceOrder {
  /** A day in the practitioner's zone. */
  from: Temporal.PlainDate;
  /** '' for all clients. */
  client: string;
  /** False: only count the sessions. */
  confirm: boolean;
}

/** Stores, with held sessions since a day that have no price, the price that is valid for them now (MONEY-01). */
export async function setPrices(action: Action, { from, client, confirm }: PriceOrder): Promise<PricedSessions> {
  const { write, owner } = action;
  const { time_zone } = await write.trx
    .selectFrom('profiles')
    .select('time_zone')
    .where('user', '=', owner)
    .executeTakeFirstOrThrow();
  let query = write.trx
    .selectFrom('sessions')
    .innerJoin('clients', (join) =>
      join.onRef('clients.id', '=', 'sessions.client').onRef('clients.user', '=', 'sessions.user'),
    )
    .innerJoin('profiles', 'profiles.user', 'sessions.user')
    .select(({ fn }) => ['sessions.id', fn.coalesce('clients.price', 'profiles.price').as('price')])
    .where('sessions.user', '=', owner)
    .where('sessions.date', '>=', printInstant(from.toZonedDateTime(time_zone).toInstant()))
    .where('sessions.price', 'is', null)
    .where((row) =>
      row.or([
        row('sessions.status', '=', 'completed'),
        row.and([row('sessions.status', '=', 'canceled'), row('sessions.outcome', 'in', ['late', 'no_show'])]),
      ]),
    );
  if (client !== '') query = query.where('sessions.client', '=', client);
  const priced = (await query.execute()).flatMap(({ id, price }) => (price === null ? [] : { id, price }));
  if (confirm) await updateRows(action, 'sessions', priced);
  return { sessions: priced.length, sum: priced.reduce((sum, { price }) => sum + price, 0) };
}
