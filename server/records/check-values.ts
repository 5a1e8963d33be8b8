import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { badRequest, type FieldErrors } from '#domain/errors.ts';
import { isBlank } from '#domain/text/clean-text.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { LOCKED_TEXT } from '#server/ground/db/sealed-rows.ts';
import { isLocked } from '#server/ground/db/strict-keys.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import type { Collection, Field, OwnCall, Values } from '#server/records/collection.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { fieldErrorsOf } from '#server/ground/http/schema-errors.ts';
import { findOwned } from '#server/records/store.ts';

/** Throws a 400 with the field errors if there are any; later steps of the write do not run. */
export function refuseIfAny(errors: FieldErrors, message: string): void {
  if (Object.keys(errors).length > 0) throw badRequest(message, errors);
}

/**
 * Returns an error for each protected field that the caller sets to a value other than the `known` ones, stored or
 * shown. A hidden field has no known value, so the error does not reveal whether a guess is right.
 */
export function protectedErrors(
  collection: Collection,
  values: Values,
  mayWrite: (field: Field) => boolean,
  known: (name: string) => readonly unknown[],
): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, value] of Object.entries(values)) {
    const field = collection.fields[name];
    if (!field || mayWrite(field)) continue;
    const same = !field.hidden && known(name).some((accepted) => isDeepStrictEqual(accepted, value));
    if (!same) errors[name] = FIELD_ERROR.mismatch;
  }
  return errors;
}

/**
 * Returns the values with the `touched` ones completed by the collection's schema; throws a 400 with the fields to
 * blame. An untouched field keeps its value unchecked, because it can come from another path or an older rule; rules
 * between fields apply as soon as one field is touched.
 */
export function checkRecord(
  collection: Collection,
  values: Values,
  message: string,
  touched: (name: string) => boolean = () => true,
): Values {
  const missing: FieldErrors = {};
  for (const [name, field] of Object.entries(collection.fields)) {
    if (field.required && touched(name) && isEmpty(values[name])) missing[name] = FIELD_ERROR.required;
  }
  const { errors, output } = checkSchema(collection.schema, values, touched);
  refuseIfAny({ ...errors, ...missing }, message);
  return { ...values, ...output };
}

function checkSchema(
  schema: Collection['schema'],
  values: Values,
  touched: (name: string) => boolean,
): { errors: FieldErrors; output?: Values } {
  const fields = Object.entries(schema?.shape ?? {});
  if (!schema || !fields.some(([name]) => touched(name))) return { errors: {} };
  const isExcused = ([name, field]: (typeof fields)[number]): boolean =>
    !touched(name) && !z.safeParse(field, values[name]).success;
  // The schema without an invalid untouched field has no rules between fields: they could need it.
  const sound = fields.some(isExcused)
    ? z.object(Object.fromEntries(fields.filter((field) => !isExcused(field))))
    : schema;
  const { data = {}, error } = sound.safeParse(values);
  const output = Object.fromEntries(Object.entries(data).filter(([name]) => touched(name)));
  return { errors: error ? fieldErrorsOf(error.issues, values) : {}, output };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

/**
 * Throws a 400 unless every relation leads to the owner's record; a missing record and another owner's look the same.
 */
export async function checkRelations(
  collection: Collection,
  values: Values,
  changed: (name: string) => boolean,
  scope: { db: Reader; owner: OwnerId; message: string },
): Promise<void> {
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(collection.fields)) {
    const id = values[name];
    if (field.type !== 'relation' || typeof id !== 'string' || id === '' || !changed(name)) continue;
    if (!(await findOwned(scope.db, field.to, scope.owner, id))) errors[name] = FIELD_ERROR.missingRelation;
  }
  refuseIfAny(errors, scope.message);
}

/** Throws a 400 that names the texts in a body while the caller's texts are locked; an empty text is one too. */
export async function refuseLockedTexts(
  reader: Reader,
  { collection, actor }: Pick<OwnCall, 'collection' | 'actor'>,
  body: Body,
  message: string,
): Promise<void> {
  const named = sealedFields(collection.name).filter((name) => Object.hasOwn(body, name));
  if (named.length === 0 || !(await isLocked(reader, actor.owner))) return;
  throw badRequest(message, Object.fromEntries(named.map((name) => [name, LOCKED_TEXT])));
}
