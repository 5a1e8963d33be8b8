import type { Row } from '#server/db/schema.ts';
import { ownerId } from '#server/identity/actor.ts';
import type { WriteCall } from '#server/records/collection.ts';
import { deleteRowsOf } from '#server/records/store.ts';

/**
 * Deletes a client's sessions, with the time that they hold, and the requests that hold the client's name and phone
 * (CLIENT-12): those that became this client, and declined ones of the same person. One that waits is still to be
 * answered.
 */
export async function deleteBelongingsOf(call: WriteCall, client: Row<'clients'>): Promise<void> {
  const owned = { ...call, owner: ownerId(client.user) };
  await deleteRowsOf(owned, 'sessions', { client: client.id });
  await deleteRowsOf(owned, 'booking', { client: client.id });
  if (client.identity_key === null) return;
  await deleteRowsOf(owned, 'booking', { identity_key: client.identity_key, status: 'cancelled' });
}
