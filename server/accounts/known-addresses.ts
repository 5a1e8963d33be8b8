import { createHmac } from 'node:crypto';
import { printInstant } from '#domain/time/instant.ts';
import { neighbourhoodOf, networkOf } from '#server/http/address.ts';
import type { Secrets } from '#server/accounts/secrets.ts';
import type { Context } from '#server/context.ts';
import type { Database, Write } from '#server/db/database.ts';
import type { OwnerId } from '#server/identity/actor.ts';

const KEPT = { hours: 180 * 24 };

interface Call {
  context: Pick<Context, 'secrets'>;
  write: Write;
  now: Temporal.Instant;
}

/** A name for what must not be stored or logged itself: the same for the same text, and of no use without the key. */
export function keyedHash(secrets: Secrets, text: string): string {
  // A key of an account is longer than the prefix, so none signs what this makes.
  const key = createHmac('sha256', secrets.key('auth')).update('names').digest();
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}

/** The account knows an address of its owner's from now on: guesses from elsewhere do not slow down who comes from it. */
export async function rememberAddress({ context, write, now }: Call, user: OwnerId, address: string): Promise<void> {
  const last_seen = printInstant(now);
  const network = keyedHash(context.secrets, networkOf(address));
  const neighbourhood = keyedHash(context.secrets, neighbourhoodOf(address));
  await write.trx
    .insertInto('known_addresses')
    .values({ user, network, neighbourhood, last_seen })
    .onConflict((conflict) => conflict.columns(['user', 'network']).doUpdateSet({ last_seen }))
    .execute();
}

/** An address that the account knows stays known; of any other nothing is noted. */
export async function touchAddress({ context, write, now }: Call, user: string, address: string): Promise<void> {
  await write.trx
    .updateTable('known_addresses')
    .set({ last_seen: printInstant(now) })
    .where('user', '=', user)
    .where('network', '=', keyedHash(context.secrets, networkOf(address)))
    .execute();
}

/** True where the account was signed in to before, and never from near this address. */
export async function isNewPlace({ context, write }: Call, user: OwnerId, address: string): Promise<boolean> {
  const known = write.trx.selectFrom('known_addresses').select('user').where('user', '=', user).limit(1);
  const near = known.where('neighbourhood', '=', keyedHash(context.secrets, neighbourhoodOf(address)));
  if (await near.executeTakeFirst()) return false;
  return (await known.executeTakeFirst()) !== undefined;
}

/** Forgets where an account was signed in to: all of it, or these addresses. */
export async function forgetAddresses(
  { context, write }: Pick<Call, 'context' | 'write'>,
  user: OwnerId,
  addresses: readonly string[] | 'all',
): Promise<void> {
  const own = write.trx.deleteFrom('known_addresses').where('user', '=', user);
  if (addresses === 'all') {
    await own.execute();
    return;
  }
  const networks = addresses.map((address) => keyedHash(context.secrets, networkOf(address)));
  if (networks.length > 0) await own.where('network', 'in', networks).execute();
}

/** Forgets addresses that nobody used for half a year. */
export async function forgetUnusedAddresses({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const unused = printInstant(now().subtract(KEPT));
  await db.write(({ trx }) => trx.deleteFrom('known_addresses').where('last_seen', '<', unused).execute());
}

/** Whether an account, by the key of its e-mail, knows an address; null where there is no such account. */
export async function findAccount(
  { db, secrets }: { db: Database; secrets: Secrets },
  emailKey: string,
  address: string,
) {
  const network = keyedHash(secrets, networkOf(address));
  const row = await db.read
    .selectFrom('users')
    .leftJoin('known_addresses', (join) =>
      join.onRef('known_addresses.user', '=', 'users.id').on('known_addresses.network', '=', network),
    )
    .selectAll('users')
    .select('known_addresses.network as known')
    .where('users.email_key', '=', emailKey)
    .executeTakeFirst();
  if (!row) return null;
  const { known, ...account } = row;
  return { account, known: known !== null };
}
