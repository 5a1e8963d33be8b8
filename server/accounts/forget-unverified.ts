import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import { markDeleted } from '#server/accounts/delete-account.ts';
import type { Context } from '#server/context.ts';
import { GUEST, ownerId } from '#server/identity/actor.ts';

const KEPT = { hours: 7 * 24 };
const AT_ONCE = 50;

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
        .limit(AT_ONCE);
      // One that is being verified just now is looked at again, once that is through.
      const mine = write.engine === 'postgres' ? unverified.forNoKeyUpdate() : unverified;
      const accounts = await mine.execute();
      for (const account of accounts) {
        await markDeleted({ context, write, owner: ownerId(account.id), actor: GUEST, now }, account);
      }
      return accounts.length;
    });
  } while (found === AT_ONCE);
}
