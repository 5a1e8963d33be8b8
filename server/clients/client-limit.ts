import { CLIENT_LIMIT_TEXT, clientsLeft } from '#domain/clients/client-limit.ts';
import { badRequest } from '#domain/errors.ts';
import { licenceActive } from '#domain/profiles/licence.ts';
import type { Action } from '#server/db/action.ts';
import { licenceOf } from '#server/profiles/stored-profile.ts';

/** Throws a 400 for a client beyond the limit without an active licence (CLIENT-08). Counts under the lock. */
export async function refuseBeyondLimit({ write, owner, now }: Pick<Action, 'write' | 'owner' | 'now'>): Promise<void> {
  await write.lock(owner);
  const profile = await write.trx
    .selectFrom('profiles')
    .select(['license_key', 'license_status', 'license_verified_at', 'license_expires_at'])
    .where('user', '=', owner)
    .executeTakeFirst();
  if (profile && licenceActive(licenceOf(profile), now)) return;
  const { count } = await write.trx
    .selectFrom('clients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user', '=', owner)
    .executeTakeFirstOrThrow();
  if (clientsLeft(count, false) > 0) return;
  throw badRequest(CLIENT_LIMIT_TEXT, { user: { code: 'client_limit', message: CLIENT_LIMIT_TEXT } });
}
