import { isDeepStrictEqual } from 'node:util';
import { notFound } from '#domain/errors.ts';
import type { Action } from '#server/action.ts';
import type { Write } from '#server/db/database.ts';
import type { Row } from '#server/db/schema.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import type { RecordTable } from '#server/db/tables.ts';
import type { Values, WriteCall } from '#server/records/collection.ts';
import { checkRecord, checkRelations, protectedErrors, refuseIfAny } from '#server/records/check-values.ts';
import { FIELD_ERROR } from '#server/http/field-error.ts';
import type { AnyRow } from '#server/db/loose-tables.ts';
import { type RecordCall, refuseNobody } from '#server/records/record-call.ts';
import { RECORD_ID } from '#server/identity/record-id.ts';
import { REFUSED, refusing } from '#server/records/refusals.ts';
import { getOwned, updateRow } from '#server/records/store.ts';
import { type Body, fromColumns, readValues, toColumns } from '#server/records/values.ts';
import { toWire } from '#server/records/wire.ts';

export interface UpdatePlan {
  call: RecordCall;
  owner: OwnerId;
  id: string;
  body: Body;
  prepared: unknown;
}

/** Checks an update as far as that needs no transaction, and does its slow work. */
export async function planUpdate(call: RecordCall, id: string, body: Body): Promise<UpdatePlan> {
  const { collection, actor, context } = call;
  refuseNobody(collection, 'update');
  if (actor.kind === 'guest' || !RECORD_ID.test(id)) throw notFound();
  const { owner } = actor;
  // Nobody's slow work is done for a record that is not theirs.
  if (collection.prepare) await getOwned(context.db.read, collection.name, owner, id);
  const prepared = await collection.prepare?.({ ...call, body }, 'update');
  return { call, owner, id, body, prepared };
}

/** Merges the body into the record, all of it or nothing. May run again where the transaction does. */
export async function runUpdate(plan: UpdatePlan, write: Write): Promise<Row<RecordTable>> {
  const { owner, id, body, prepared } = plan;
  const { collection } = plan.call;
  return refusing(collection, 'update', async () => {
    const call: WriteCall & Action = { ...plan.call, write, owner, body, prepared };
    // One practitioner's changes come one after the other: what is merged below is still so when it is written.
    await write.lock(owner);
    const before = await getOwned(write.trx, collection.name, owner, id);
    const values = mergedValues(plan, before);
    await checkRelations(collection, values, (name) => values[name] !== readColumn(before, name), {
      db: write.trx,
      owner,
      message: REFUSED.update,
    });
    const answered = await collection.update?.(call, before, values);
    if (answered) return answered;
    const row = { ...before, ...toColumns(collection, values) };
    await collection.beforeUpdate?.(call, before, row);
    const stored = await updateRow(call, collection.name, id, changes(before, row));
    await collection.afterUpdate?.(call, before, stored);
    return stored;
  });
}

function mergedValues({ call, id, body }: UpdatePlan, before: Row<RecordTable>): Values {
  const { collection } = call;
  const stored = fromColumns(collection, before);
  const shown = toWire(collection, before, call);
  const { values, errors } = readValues(collection, body);
  if (Object.hasOwn(body, 'id') && body['id'] !== id) errors['id'] = FIELD_ERROR.idChange;
  const refused = protectedErrors(
    collection,
    values,
    (field) => field.writable === undefined,
    (name) => [stored[name], shown[name]],
  );
  refuseIfAny({ ...errors, ...refused }, REFUSED.update);
  const writable = Object.entries(values).filter(([name]) => collection.fields[name]?.writable === undefined);
  const merged = { ...stored, ...Object.fromEntries(writable) };
  return checkRecord(collection, merged, REFUSED.update, (name) => !isDeepStrictEqual(merged[name], stored[name]));
}

/** Only what changed is written. */
function changes(before: Row<RecordTable>, row: Row<RecordTable>): AnyRow {
  const kept = ['id', 'created', 'updated'];
  return Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => !kept.includes(name) && !isDeepStrictEqual(value, readColumn(before, name)),
    ),
  );
}

function readColumn(row: Readonly<AnyRow>, name: string): unknown {
  return row[name];
}
