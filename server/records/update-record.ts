import { isDeepStrictEqual } from 'node:util';
import { actIn } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import { type RecordCall, type Values, type WritePlan } from '#server/records/collection.ts';
import {
  checkRecord,
  checkRelations,
  protectedErrors,
  refuseIfAny,
  refuseLockedTexts,
  readValues,
  storedValues,
} from '#server/records/values.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import type { AnyRow } from '#server/ground/db/query.ts';
import { ownCall, REFUSED, refusing } from '#server/records/refusals.ts';
import { getOwned, storeChanges } from '#server/records/store.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import { toWire } from '#server/records/fields.ts';

/**
 * Checks who may update and runs the collection's hook, outside the transaction. The step inside merges the body into
 * the record and checks its values. Throws a 507 for texts in a full practice, unless the caller has checked that it has
 * room.
 */
export async function planUpdate(asked: RecordCall, id: string, body: Body, isAdmitted = false): Promise<WritePlan> {
  const call = ownCall(asked, 'update', id);
  const { collection } = call;
  // Settings and times still change in a full practice; what may grow does not.
  if (!isAdmitted && sealedFields(collection.name).some((field) => Object.hasOwn(body, field))) {
    await call.context.quota.admit(call.actor.owner);
  }
  const store =
    (await collection.update?.(call, body, id)) ??
    ((action, before, row) => storeChanges(action, collection.name, before, row));
  return {
    run: (write) =>
      refusing(collection, 'update', async () => {
        const action = await actIn(write, call, call.actor.owner);
        const { owner } = action;
        const before = await getOwned(write.trx, collection.name, owner, id);
        await refuseLockedTexts(write.trx, call, body, REFUSED.update);
        const values = mergedValues(call, before, body);
        await checkRelations(collection, values, (name) => values[name] !== readColumn(before, name), {
          db: write.trx,
          owner,
          message: REFUSED.update,
        });
        return store(action, before, { ...before, ...storedValues(collection, values) });
      }),
  };
}

function mergedValues(call: RecordCall, before: Decoded<RecordTable>, body: Body): Values {
  const { collection } = call;
  const stored = storedValues(collection, before);
  const shown = toWire(collection, before, call);
  const { values, errors } = readValues(collection, body);
  if (Object.hasOwn(body, 'id') && body['id'] !== before.id) errors['id'] = FIELD_ERROR.idChange;
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

function readColumn(row: Readonly<AnyRow>, name: string): unknown {
  return row[name];
}
