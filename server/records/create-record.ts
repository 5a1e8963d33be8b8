import { badRequest, type FieldErrors } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Write } from '#server/db/database.ts';
import type { Row } from '#server/db/schema.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import type { RecordTable } from '#server/db/tables.ts';
import type { Collection, Values, WriteCall } from '#server/records/collection.ts';
import { checkRecord, checkRelations, protectedErrors, refuseIfAny } from '#server/records/check-values.ts';
import { FIELD_ERROR } from '#server/http/field-error.ts';
import type { AnyRow } from '#server/db/loose-tables.ts';
import { type RecordCall, refuseNobody } from '#server/records/record-call.ts';
import { newRecordId } from '#server/identity/record-id.ts';
import { REFUSED, refusing } from '#server/records/refusals.ts';
import { findOwned, insertRow } from '#server/records/store.ts';
import { type Body, initialValue, readNewId, readValues, storedFields, toColumns } from '#server/records/values.ts';

/** A create that may begin: what is left needs the transaction. */
export interface CreatePlan {
  call: RecordCall;
  body: Body;
  /** Of the whole record; with an id where the caller names one. */
  values: Values;
  prepared: unknown;
}

/** Checks a create as far as that needs no transaction, and does its slow work. */
export async function planCreate(call: RecordCall, body: Body): Promise<CreatePlan> {
  const { collection, actor } = call;
  refuseNobody(collection, 'create');
  await collection.admitCreate?.(call);
  if (collection.access.create === 'owner' && actor.kind === 'guest') throw badRequest(REFUSED.create);
  const { values, errors } = readValues(collection, body);
  const id = readNewId(body);
  if (id && 'error' in id) errors['id'] = id.error;
  refuseIfAny(errors, REFUSED.create);
  const prepared = await collection.prepare?.({ ...call, body }, 'create');
  const refused = protectedErrors(collection, values, isCallers, (name) => [initialOf(collection, name)]);
  refuseIfAny({ ...refused, ...ownerErrors(call, values) }, REFUSED.create);
  const checked = checkRecord(collection, withInitials(call, values), REFUSED.create);
  if (id && 'value' in id) checked['id'] = id.value;
  return { call, body, values: checked, prepared };
}

function isCallers(field: { writable?: 'create' | 'server' }): boolean {
  return field.writable !== 'server';
}

function initialOf(collection: Collection, name: string): unknown {
  const field = collection.fields[name];
  return field && initialValue(field);
}

/** One's own records only; what anyone may create belongs to whom the collection's own rule says. */
function ownerErrors({ collection, actor }: RecordCall, values: Values): FieldErrors {
  const named = values[collection.owner];
  if (collection.access.create === 'anyone' || actor.kind === 'guest' || !named) return {};
  return named === actor.owner ? {} : { [collection.owner]: FIELD_ERROR.missingRelation };
}

function withInitials({ collection, actor }: RecordCall, values: Values): Values {
  const optional = storedFields(collection).filter(([, field]) => !field.required || field.initial !== undefined);
  const initials = Object.fromEntries(optional.map(([name, field]) => [name, initialValue(field)]));
  const complete = { ...initials, ...values };
  if (actor.kind === 'user' && collection.owner === 'user' && !values['user']) complete['user'] = actor.owner;
  return complete;
}

/**
 * Writes the record, all of it or nothing. May run again where the transaction does. Sent again under an id of the
 * caller's choice, because the answer was lost, it is answered with what it made.
 */
export async function runCreate(plan: CreatePlan, write: Write): Promise<Row<RecordTable>> {
  const { collection, actor } = plan.call;
  return refusing(collection, 'create', async () => {
    const call: WriteCall = {
      ...plan.call,
      write,
      owner: actor.kind === 'user' ? actor.owner : null,
      body: plan.body,
      prepared: plan.prepared,
    };
    const values = { ...plan.values };
    if (collection.create) return collection.create(call, values);
    const owner = ownerOf(call);
    const made = await findMade(plan, write, owner);
    if (made) return made;
    await checkRelations(collection, values, (name) => name !== collection.owner, {
      db: write.trx,
      owner,
      message: REFUSED.create,
    });
    const row = newRow(plan, owner);
    await collection.beforeCreate?.(call, row);
    const stored = await insertRow({ ...call, owner }, collection.name, row);
    await collection.afterCreate?.(call, stored);
    return stored;
  });
}

function ownerOf({ owner }: WriteCall): OwnerId {
  if (owner === null) throw badRequest(REFUSED.create);
  return owner;
}

/** The owner's record under the id that the caller names, where all that was sent is what it holds. */
async function findMade(
  { call, body, values }: CreatePlan,
  write: Write,
  owner: OwnerId,
): Promise<Row<RecordTable> | null> {
  const { id } = values;
  if (typeof id !== 'string') return null;
  // The same create at the same time is through first.
  await write.lock(owner);
  const stored = await findOwned(write.trx, call.collection.name, owner, id);
  if (!stored) return null;
  const sent = Object.entries(toColumns(call.collection, values)).filter(
    ([name, value]) => Object.hasOwn(body, name) && !(value === '' && call.collection.fields[name]?.completed),
  );
  const columns: Readonly<AnyRow> = stored;
  return sent.every(([name, value]) => name === call.collection.owner || columns[name] === value) ? stored : null;
}

/** The whole row as rules see it before it is written. */
function newRow({ call, values }: CreatePlan, owner: OwnerId): Row<RecordTable> {
  const now = printInstant(call.now);
  const row = {
    ...toColumns(call.collection, values),
    id: typeof values['id'] === 'string' ? values['id'] : newRecordId(),
    created: now,
    updated: now,
    [call.collection.owner]: owner,
  };
  // Declared fields are the columns of the collection's table.
  return row;
}
