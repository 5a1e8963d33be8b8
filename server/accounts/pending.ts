import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/action.ts';
import { markDeleted } from '#server/accounts/delete-account.ts';
import { findPending } from '#server/accounts/find-pending.ts';
import { refuseToken, TOKEN_ERROR } from '#server/accounts/letter-token.ts';
import type { Context } from '#server/context.ts';
import type { Write } from '#server/db/database.ts';
import type { Row } from '#server/db/schema.ts';
import { GUEST, ownerId } from '#server/identity/actor.ts';

/** The most registrations of one address that wait for their letter at once. */
export const MOST_PENDING = 3;

const KEPT = { hours: 7 * 24 };
const FORGOTTEN_AT_ONCE = 50;

/** The first of two keys of an advisory lock; the second is the hash of an address. */
const ADDRESS_LOCKS = 1_402_019;

/** Of two that register or confirm one address at the same time the second waits for the first. */
export async function lockAddress({ engine, trx }: Write, key: string): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCKS}::int, hashtext(${key}))`.execute(trx);
}

/** Takes registrations out of use: their passwords and the links of their letters are void. */
export async function voidPending(
  action: Omit<Action, 'owner'>,
  registrations: readonly Row<'users'>[],
): Promise<void> {
  for (const registration of registrations) {
    await markDeleted({ ...action, owner: ownerId(registration.id) }, registration);
  }
}

/**
 * Gives a registration its address, and voids the others of that address (AUTH-14). Throws the refusal of a letter's
 * token where the registration itself is void.
 */
export async function takeAddress(action: Action, { id, pending_key: key }: Row<'users'>): Promise<void> {
  const { trx } = action.write;
  await lockAddress(action.write, key);
  const pending = await findPending(trx, key);
  const others = pending.filter((other) => other.id !== id);
  if (others.length < pending.length) {
    await voidPending(action, others);
    const taken = { email_key: key, pending_key: '', registered_device: '' };
    await trx.updateTable('users').set(taken).where('id', '=', id).execute();
    return;
  }
  // The same link may have been opened twice at once.
  const confirmed = trx.selectFrom('users').select('id').where('id', '=', id).where('verified', '=', 1);
  if (!(await confirmed.executeTakeFirst())) throw refuseToken(TOKEN_ERROR.invalid);
}

/** Deletes accounts whose address was not confirmed within seven days: it is free again, and no letter says so. */
export async function forgetUnverified(context: Context): Promise<void> {
  const now = context.now();
  const before = printInstant(now.subtract(KEPT));
  let found: number;
  do {
    found = await context.db.write(async (write) => {
      const unverified = write.trx
        .selectFrom('users')
        .selectAll()
        .where('verified', '=', sql.lit(0))
        .where('deleted', '=', '')
        .where('created', '<', before)
        .limit(FORGOTTEN_AT_ONCE);
      // One that is being verified just now is looked at again, once that is through.
      const mine = write.engine === 'postgres' ? unverified.forNoKeyUpdate() : unverified;
      const accounts = await mine.execute();
      for (const account of accounts) {
        await markDeleted({ context, write, owner: ownerId(account.id), actor: GUEST, now }, account);
      }
      return accounts.length;
    });
  } while (found === FORGOTTEN_AT_ONCE);
}
