import { isHeld } from '#domain/money/money.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import type { Action } from '#server/ground/action.ts';
import type { NewRecord } from '#server/records/store.ts';

type Session = Pick<NewRecord<'sessions'>, 'client' | 'status' | 'outcome' | 'price'>;

/** Returns the price that a session keeps: that of this moment where it begins to be held and has none of its own. */
export async function fixedPrice(
  { write, owner }: Pick<Action, 'write' | 'owner'>,
  before: Session | null,
  after: Session,
): Promise<number | null> {
  const price = after.price ?? null;
  if (price !== null || !isHeldRow(after) || (before && isHeldRow(before))) return price;
  const usual = await write.trx
    .selectFrom('profiles')
    .leftJoin('clients', (join) =>
      join.onRef('clients.user', '=', 'profiles.user').on('clients.id', '=', after.client ?? ''),
    )
    .select(({ fn }) => fn.coalesce('clients.price', 'profiles.price').as('price'))
    .where('profiles.user', '=', owner)
    .executeTakeFirst();
  return usual?.price ?? null;
}

function isHeldRow({ status, outcome = '' }: Session): boolean {
  return isHeld({ status: status as SessionStatus, outcome });
}
