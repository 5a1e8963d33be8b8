import { CLIENT_LIMIT_TEXT, clientsLeft } from '#domain/clients/client-limit.ts';
import { clientKey, clientSearchText, clientSource } from '#domain/clients/client.ts';
import { badRequest } from '#domain/errors.ts';
import { licenceActive } from '#domain/profiles/licence.ts';
import type { Write } from '#server/db/database.ts';
import type { Row } from '#server/db/schema.ts';
import { licenceOf } from '#server/profiles/stored-profile.ts';
import type { OwnerId } from '#server/identity/actor.ts';

/** The columns that follow from the others; the source is stored as it is shown, so that lists filter and sort by it. */
export function computedColumns(
  client: Pick<Row<'clients'>, 'name' | 'phone' | 'source' | 'handmade'>,
): Pick<Row<'clients'>, 'identity_key' | 'search_text' | 'source'> {
  const { name, phone, source, handmade } = client;
  return {
    identity_key: clientKey(name, phone),
    search_text: clientSearchText(name, phone),
    source: clientSource({ source, handmade: handmade === 1 }),
  };
}

/** Refuses one more client where no licence is active and the limit is reached (CLIENT-08). */
export async function refuseBeyondLimit(write: Write, owner: OwnerId, now: Temporal.Instant): Promise<void> {
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

/** The client whom name and phone recognise (BOOK-02). */
export async function findClientByKey(
  write: Write,
  owner: OwnerId,
  name: string,
  phone: string,
): Promise<Row<'clients'> | undefined> {
  return write.trx
    .selectFrom('clients')
    .selectAll()
    .where('user', '=', owner)
    .where('identity_key', '=', clientKey(name, phone))
    .executeTakeFirst();
}
