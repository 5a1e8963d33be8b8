import { notFound } from '#domain/errors.ts';
import type { Action } from '#server/action.ts';
import type { Write } from '#server/db/database.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import type { WriteCall } from '#server/records/collection.ts';
import { type RecordCall, refuseNobody } from '#server/records/record-call.ts';
import { RECORD_ID } from '#server/identity/record-id.ts';
import { refusing } from '#server/records/refusals.ts';
import { deleteRow, getOwned } from '#server/records/store.ts';
import type { Body } from '#server/records/values.ts';

export interface DeletePlan {
  call: RecordCall;
  owner: OwnerId;
  id: string;
  body: Body;
  prepared: unknown;
}

/** Checks a delete as far as that needs no transaction, and does its slow work. */
export async function planDelete(call: RecordCall, id: string, body: Body): Promise<DeletePlan> {
  refuseNobody(call.collection, 'delete');
  if (call.actor.kind === 'guest' || !RECORD_ID.test(id)) throw notFound();
  const prepared = await call.collection.prepareDelete?.({ ...call, body }, id);
  return { call, owner: call.actor.owner, id, body, prepared };
}

export async function runDelete({ call, owner, id, body, prepared }: DeletePlan, write: Write): Promise<void> {
  const { collection } = call;
  await refusing(collection, 'delete', async () => {
    await write.lock(owner);
    const row = await getOwned(write.trx, collection.name, owner, id);
    const writing: WriteCall & Action = { ...call, write, owner, body, prepared };
    if (collection.delete) return collection.delete(writing, owner, row);
    await collection.beforeDelete?.(writing, row);
    await deleteRow(writing, collection.name, id);
  });
}
