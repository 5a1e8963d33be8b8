import { CLIENT_LIMIT_TEXT, clientsLeft } from '#domain/clients/client-limit.ts';
import { badRequest } from '#domain/errors.ts';
import { licenceActive } from '#domain/profiles/licence.ts';
import type { Action } from '#server/ground/action.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { decodeRow } from '#server/ground/db/row-codec.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { licenceOf } from '#server/practice/profiles/stored-profile.ts';

/** Returns how many more clients may be added; Infinity with an active licence (CLIENT-08). */
export async function placesLeft(reader: Reader, owner: OwnerId, now: Temporal.Instant): Promise<number> {
  const profile = await reader
    .selectFrom('profiles')
    .select(['license_key', 'license_status', 'license_verified_at', 'license_expires_at'])
    .where('user', '=', owner)
    .executeTakeFirst();
  if (profile && licenceActive(licenceOf(decodeRow('profiles', profile)), now)) return Infinity;
  const { count } = await reader
    .selectFrom('clients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user', '=', owner)
    .executeTakeFirstOrThrow();
  return clientsLeft(count, false);
}

/** Throws a 400 for clients beyond the limit. Takes the lock before it counts. */
export async function refuseBeyondLimit(
  { write, owner, now }: Pick<Action, 'write' | 'owner' | 'now'>,
  added = 1,
): Promise<void> {
  await write.lock(owner);
  if ((await placesLeft(write.trx, owner, now)) >= added) return;
  throw badRequest(CLIENT_LIMIT_TEXT, { user: { code: 'client_limit', message: CLIENT_LIMIT_TEXT } });
}
