import { actIn } from '#server/ground/action.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { RecordCall } from '#server/records/collection.ts';
import { ownCall, refusing } from '#server/records/refusals.ts';
import { deleteRow } from '#server/records/delete-with-dependents.ts';
import { getOwned } from '#server/records/store.ts';
import type { Body } from '#server/ground/http/bodies.ts';

/** Checks a delete outside the transaction and does its slow work. Returns the step to run inside. */
export async function planDelete(asked: RecordCall, id: string, body: Body): Promise<(write: Write) => Promise<void>> {
  const call = ownCall(asked, 'delete', id);
  const { collection } = call;
  const erase = await collection.delete?.(call, body, id);
  return (write) =>
    refusing(collection, 'delete', async () => {
      const action = await actIn(write, call, call.actor.owner);
      const row = await getOwned(write.trx, collection.name, action.owner, id);
      if (erase) await erase(action, row);
      else await deleteRow(action, collection.name, id);
    });
}
