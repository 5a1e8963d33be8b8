import type { PlaceFacts } from '#domain/places/place.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/** Returns where a client is met; null without one ('' as an id) and for an unknown one. */
export async function readClientPlace(reader: Reader, owner: OwnerId, client: string): Promise<PlaceFacts['client']> {
  if (client === '') return null;
  const found = reader.selectFrom('clients').select(['place', 'place_link']);
  return (await found.where('id', '=', client).where('user', '=', owner).executeTakeFirst()) ?? null;
}
