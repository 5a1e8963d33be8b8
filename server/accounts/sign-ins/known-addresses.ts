import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import { neighbourhoodOf, networkOf } from '#server/ground/http/address.ts';
import { keyedHash } from '#server/ground/secrets/keyed-hash.ts';
import type { Secrets } from '#server/ground/secrets/secrets.ts';
import type { Context } from '#server/ground/context.ts';
import type { Database, Write } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

const KEPT = { hours: 180 * 24 };

interface Call {
  context: Pick<Context, 'secrets'>;
  write: Write;
  now: Temporal.Instant;
}

/** Remembers an address of the owner, so that guesses from elsewhere do not slow down sign-ins from it. */
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

/** Renews the last use of a known address; an unknown address is not stored. */
export async function touchAddress({ context, write, now }: Call, user: string, address: string): Promise<void> {
  await write.trx
    .updateTable('known_addresses')
    .set({ last_seen: printInstant(now) })
    .where('user', '=', user)
    .where('network', '=', keyedHash(context.secrets, networkOf(address)))
    .execute();
}

/** Returns true where the account has known addresses, and none near this one. */
export async function isNewPlace({ context, write }: Call, user: OwnerId, address: string): Promise<boolean> {
  const known = write.trx.selectFrom('known_addresses').select('user').where('user', '=', user).limit(1);
  const near = known.where('neighbourhood', '=', keyedHash(context.secrets, neighbourhoodOf(address)));
  if (await near.executeTakeFirst()) return false;
  return (await known.executeTakeFirst()) !== undefined;
}

/** Forgets known addresses of an account: all of them, or those given. */
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

/** Forgets addresses that were not used for half a year. */
export async function forgetUnusedAddresses({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const unused = printInstant(now().subtract(KEPT));
  await db.write(({ trx }) => trx.deleteFrom('known_addresses').where('last_seen', '<', unused).execute());
}

/** Returns the account with this e-mail key and the place of the address (see `placeOf`); null where there is none. */
export async function findAccount(
  { db, secrets }: { db: Database; secrets: Secrets },
  emailKey: string,
  address: string,
) {
  const network = keyedHash(secrets, networkOf(address));
  const row = await db.read
    .selectFrom('users')
    .selectAll()
    .select((query) =>
      query
        .selectFrom('known_addresses')
        .select(sql<number>`max(case when network = ${network} then 2 else 1 end)`.as('near'))
        .whereRef('known_addresses.user', '=', 'users.id')
        .where('neighbourhood', '=', keyedHash(secrets, neighbourhoodOf(address)))
        .as('near'),
    )
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
  if (!row) return null;
  const { near, ...account } = row;
  return { account, place: placeOf(Number(near), address) };
}

/**
 * Returns the network under which a caller is counted apart: its own if the account knows it, the wider one if the
 * account knows one near to it; null otherwise.
 */
function placeOf(near: number, address: string): string | null {
  if (near === 0) return null;
  return near === 2 ? networkOf(address) : neighbourhoodOf(address);
}
