import type { Row } from '#server/db/schema.ts';
import { ownerId } from '#server/records/actor.ts';
import type { WriteCall } from '#server/records/collection.ts';

/** Deletes a client's sessions, and with them the time that they hold; streams hear of each after the commit. */
export async function deleteSessionsOf({ context, write }: WriteCall, client: Row<'clients'>): Promise<void> {
  const owner = ownerId(client.user);
  const deleted = await write.trx
    .deleteFrom('sessions')
    .where('user', '=', owner)
    .where('client', '=', client.id)
    .returningAll()
    .execute();
  write.afterCommit(() => {
    for (const row of deleted) context.events.emitRecord({ collection: 'sessions', action: 'delete', owner, row });
  });
}
