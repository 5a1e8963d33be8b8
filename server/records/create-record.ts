import { isDeepStrictEqual } from 'node:util';
import { badRequest, type FieldErrors } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import { type Action, actIn } from '#server/ground/action.ts';
import type { AnyRow } from '#server/ground/db/query.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import {
  checkRecord,
  checkRelations,
  protectedErrors,
  refuseIfAny,
  refuseLockedTexts,
  initialValue,
  readNewId,
  readValues,
  storedFields,
  storedValues,
} from '#server/records/values.ts';
import type { Collection, RecordCall, Values, WritePlan } from '#server/records/collection.ts';
import { refuseNobody, REFUSED, refusing } from '#server/records/refusals.ts';
import { findOwned, insertRow } from '#server/records/store.ts';
import type { Body } from '#server/ground/http/bodies.ts';

/**
 * Checks a create outside the transaction and does its slow work. Sent again under an id of the caller's choice, after
 * a lost response, the create returns the existing record. Throws a 507 in a full practice, unless the caller has checked that it has room.
 */
export async function planCreate(asked: RecordCall, body: Body, isAdmitted = false): Promise<WritePlan> {
  const { collection, actor } = asked;
  refuseNobody(collection, 'create');
  if (collection.receive) {
    const receiving = collection.receive(asked, body);
    const { run, ...plan } = await refusing(collection, 'create', () => receiving);
    return { ...plan, run: (write) => refusing(collection, 'create', () => run(write)) };
  }
  if (actor.kind === 'guest') throw badRequest(REFUSED.create);
  const call = { ...asked, actor };
  if (!isAdmitted) await call.context.quota.admit(actor.owner);
  const values = newValues(call, body);
  const store = (await collection.create?.(call, body)) ?? ((action, row) => insertRow(action, collection.name, row));
  return {
    run: (write) =>
      refusing(collection, 'create', async () => {
        const action = await actIn(write, call, actor.owner);
        await refuseLockedTexts(write.trx, call, body, REFUSED.create);
        const made = await findMade(action, collection, { body, values });
        if (made) return made;
        const { owner } = action;
        const scope = { db: write.trx, owner, message: REFUSED.create };
        await checkRelations(collection, values, (name) => name !== 'user', scope);
        return store(action, newRow(call, values, owner));
      }),
  };
}

/**
 * Returns the values of a whole new record, with an id if the caller names one. Throws a 400 with the fields to blame.
 */
export function newValues(call: RecordCall, body: Body): Values {
  const { collection } = call;
  const { values, errors } = readValues(collection, body);
  const id = readNewId(body);
  if (id && 'error' in id) errors['id'] = id.error;
  refuseIfAny(errors, REFUSED.create);
  const refused = protectedErrors(collection, values, isCallers, (name) => [initialOf(collection, name)]);
  refuseIfAny({ ...refused, ...ownerErrors(call, values) }, REFUSED.create);
  const checked = checkRecord(collection, withInitials(call, values), REFUSED.create);
  if (id && 'value' in id) checked['id'] = id.value;
  return checked;
}

function isCallers(field: { writable?: 'create' | 'server' }): boolean {
  return field.writable !== 'server';
}

function initialOf(collection: Collection, name: string): unknown {
  const field = collection.fields[name];
  return field && initialValue(field);
}

/** A caller creates only its own records; `receive` decides whose record a guest creates. */
function ownerErrors({ collection, actor }: RecordCall, values: Values): FieldErrors {
  const { user: named } = values;
  if (collection.access.create === 'anyone' || actor.kind === 'guest' || !named) return {};
  return named === actor.owner ? {} : { user: FIELD_ERROR.missingRelation };
}

function withInitials({ collection, actor }: RecordCall, values: Values): Values {
  const optional = storedFields(collection).filter(([, field]) => !field.required || field.initial !== undefined);
  const initials = Object.fromEntries(optional.map(([name, field]) => [name, initialValue(field)]));
  const complete = { ...initials, ...values };
  if (actor.kind === 'user' && !values['user']) complete['user'] = actor.owner;
  return complete;
}

/** Returns the owner's record under the id that the caller names, if it holds all values sent. */
async function findMade(
  { write, owner }: Action,
  collection: Collection,
  { body, values }: { body: Body; values: Values },
): Promise<Decoded<RecordTable> | null> {
  const { id } = values;
  if (typeof id !== 'string') return null;
  const stored = await findOwned(write.trx, collection.name, owner, id);
  if (!stored) return null;
  const sent = Object.entries(storedValues(collection, values)).filter(
    ([name, value]) => Object.hasOwn(body, name) && !(value === '' && collection.fields[name]?.completed),
  );
  const columns: Readonly<AnyRow> = stored;
  return sent.every(([name, value]) => name === 'user' || isDeepStrictEqual(columns[name], value)) ? stored : null;
}

/** Returns the whole row for the collection's step before the write. */
function newRow({ collection, now }: RecordCall, values: Values, owner: OwnerId): Decoded<RecordTable> {
  const stamp = printInstant(now);
  const row: Values = {
    ...storedValues(collection, values),
    id: typeof values['id'] === 'string' ? values['id'] : newRecordId(),
    created: stamp,
    updated: stamp,
    user: owner,
  };
  // Declared fields are the columns of the collection's table.
  return row as Decoded<RecordTable>;
}
