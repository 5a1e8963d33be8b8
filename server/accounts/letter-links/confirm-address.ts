import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { markDeleted } from '#server/accounts/deletion/delete-account.ts';
import { findPending } from '#server/accounts/passwords/find-pending.ts';
import { refuseToken, TOKEN_ERROR } from '#server/accounts/tokens/letter-token.ts';
import type { Context } from '#server/ground/context.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { GUEST, ownerId } from '#server/ground/identity/actor.ts';

/** The most pending registrations of one e-mail. */
export const MOST_PENDING = 3;

const KEPT = { hours: 7 * 24 };
const FORGOTTEN_AT_ONCE = 50;

/** The first of two keys of an advisory lock; the second is the hash of an address. */
const ADDRESS_LOCKS = 1_402_019;

/** Locks an e-mail, so that of two concurrent registrations or confirmations the second waits. */
export async function lockAddress({ engine, trx }: Write, key: string): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCKS}::int, hashtext(${key}))`.execute(trx);
}

/** Voids registrations: their passwords and the links of their letters. */
export async function voidPending(
  action: Omit<Action, 'owner'>,
  registrations: readonly Row<'users'>[],
): Promise<void> {
  for (const registration of registrations) {
    await markDeleted({ ...action, owner: ownerId(registration.id) }, registration);
  }
}

/**
 * Confirms a registration's e-mail and voids the other registrations of it (AUTH-14). Throws the error of a letter's
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
  // Two concurrent requests can open the same link.
  const confirmed = trx.selectFrom('users').select('id').where('id', '=', id).where('verified', '=', 1);
  if (!(await confirmed.executeTakeFirst())) throw refuseToken(TOKEN_ERROR.invalid);
}

/** Deletes accounts whose e-mail was not confirmed within seven days, which frees it; no letter is sent. */
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
        .where('deleted', 'is', null)
        .where('created', '<', before)
        .limit(FORGOTTEN_AT_ONCE);
      // Waits for an account that is being verified, and checks it again then.
      const mine = write.engine === 'postgres' ? unverified.forNoKeyUpdate() : unverified;
      const accounts = await mine.execute();
      for (const account of accounts) {
        await markDeleted({ context, write, owner: ownerId(account.id), actor: GUEST, now }, account);
      }
      return accounts.length;
    });
  } while (found === FORGOTTEN_AT_ONCE);
}
