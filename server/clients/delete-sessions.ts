import type { Row } from '#server/db/schema.ts';
import { ownerId } from '#server/records/actor.ts';
import type { WriteCall } from '#server/records/collection.ts';
import { deleteRowsOf } from '#server/records/store.ts';

/** Deletes a client's sessions, and with them the time that they hold. */
export async function deleteSessionsOf(call: WriteCall, client: Row<'clients'>): Promise<void> {
  await deleteRowsOf({ ...call, owner: ownerId(client.user) }, 'sessions', 'client', client.id);
}
