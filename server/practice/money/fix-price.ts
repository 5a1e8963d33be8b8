import { isHeld } from '#domain/money/money.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import type { Action } from '#server/ground/action.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { NewRecord } from '#server/records/store.ts';

type Session = Pick<NewRecord<'sessions'>, 'client' | 'status' | 'outcome' | 'price'>;

/**
 * Returns the price to store with a session: its own, otherwise the usual one of this moment if the change makes it
 * held; null for none.
 */
export async function fixedPrice(
  { write, owner }: Pick<Action, 'write' | 'owner'>,
  before: Session | null,
  after: Session,
): Promise<number | null> {
  const price = after.price ?? null;
  if (price !== null || !isHeldRow(after) || (before && isHeldRow(before))) return price;
  return readUsualPrice(write.trx, owner, after.client ?? '');
}

/** Returns the price of a client's sessions without one of their own: the client's, otherwise the practitioner's. */
export async function readUsualPrice(reader: Reader, owner: OwnerId, client: string): Promise<number | null> {
  const usual = await reader
    .selectFrom('profiles')
    .leftJoin('clients', (join) => join.onRef('clients.user', '=', 'profiles.user').on('clients.id', '=', client))
    .select(({ fn }) => fn.coalesce('clients.price', 'profiles.price').as('price'))
    .where('profiles.user', '=', owner)
    .executeTakeFirst();
  return usual?.price ?? null;
}

function isHeldRow({ status, outcome = '' }: Session): boolean {
  return isHeld({ status: status as SessionStatus, outcome });
}
