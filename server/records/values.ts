import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type FieldError, type FieldErrors, badRequest } from '#domain/errors.ts';
import { isStorable } from '#domain/text/storable.ts';
import { printInstant, readInstant } from '#domain/time/instant.ts';
import type { Collection, Field, Values, OwnCall } from '#server/records/collection.ts';
import { FIELD_ERROR, textTooLong, textTooShort, wrongType, fieldErrorsOf } from '#server/ground/http/field-error.ts';
import { fieldsOf } from '#server/records/fields.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { isBlank } from '#domain/text/clean-text.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { LOCKED_TEXT } from '#server/ground/db/sealed-rows.ts';
import { isLocked } from '#server/ground/db/strict-keys.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { findOwned } from '#server/records/store.ts';

type Read = { value: unknown } | { error: FieldError };

/** The declared fields of a body, with an error for each value that its field cannot hold. */
export interface ReadValues {
  values: Values;
  errors: FieldErrors;
}

/**
 * Reads the declared fields of a body; refuses a value of a wrong type, without a cast (API-04), and returns dates in
 * the stored form. Leaves out unknown and hidden fields, and those that the server stamps.
 */
export function readValues(collection: Collection, body: Body): ReadValues {
  const values: Values = {};
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(fieldsOf(collection))) {
    if (name === 'id' || field.type === 'autodate' || !Object.hasOwn(body, name)) continue;
    if (field.hidden && field.writable !== 'server') continue;
    const read = readValue(field, body[name]);
    if ('error' in read) errors[name] = read.error;
    else values[name] = read.value;
  }
  return { values, errors };
}

function readValue(field: Field, value: unknown): Read {
  switch (field.type) {
    case 'text':
    case 'email':
    case 'password':
      return readText(value);
    case 'number':
      if (value === null && field.nullable) return { value };
      return typeof value === 'number' && Number.isFinite(value) ? { value } : { error: FIELD_ERROR.notANumber };
    case 'bool':
      return typeof value === 'boolean' ? { value } : { error: wrongType('true or false') };
    case 'date':
      return readDate(value);
    case 'select':
      return readChoice(value, field.values);
    case 'relation':
      if (typeof value !== 'string') return { error: wrongType('the id of a record') };
      return value === '' || RECORD_ID.test(value) ? { value } : { error: FIELD_ERROR.missingRelation };
    case 'json':
      return { value };
    case 'autodate':
      return { error: FIELD_ERROR.invalidValue };
    default:
      return field satisfies never;
  }
}

function readText(value: unknown): Read {
  if (typeof value !== 'string') return { error: wrongType('a text') };
  return isStorable(value) ? { value } : { error: FIELD_ERROR.invalidFormat };
}

function readDate(value: unknown): Read {
  if (typeof value !== 'string') return { error: wrongType('a date') };
  if (value.trim() === '') return { value: '' };
  const instant = readInstant(value);
  return instant ? { value: printInstant(instant) } : { error: wrongType('a date') };
}

function readChoice(value: unknown, choices: readonly string[]): Read {
  if (typeof value !== 'string') return { error: wrongType('a text') };
  if (value === '' || choices.includes(value)) return { value };
  const shown = value.length <= 50 ? `Invalid value ${value.toWellFormed()}.` : FIELD_ERROR.invalidValue.message;
  return { error: { code: FIELD_ERROR.invalidValue.code, message: shown } };
}

/** Returns the id that a caller names for a new record; null if the server chooses. */
export function readNewId(body: Body): Read | null {
  const id = Object.hasOwn(body, 'id') ? body['id'] : undefined;
  if (id === undefined || id === '') return null;
  if (typeof id !== 'string') return { error: wrongType('a text') };
  if (id.length < 15) return { error: textTooShort(15) };
  if (id.length > 15) return { error: textTooLong(15) };
  return RECORD_ID.test(id) ? { value: id } : { error: FIELD_ERROR.invalidFormat };
}

/** Returns the value of a field that a new record leaves out. */
export function initialValue(field: Field): unknown {
  if (field.initial !== undefined) return field.initial;
  if (field.type === 'number') return field.nullable ? null : 0;
  if (field.type === 'bool') return false;
  return field.type === 'json' ? null : '';
}

/** Fields that have a column and are not stamped by the store. */
export function storedFields(collection: Collection): [name: string, field: Field][] {
  return Object.entries(collection.fields).filter(([, { type }]) => type !== 'password' && type !== 'autodate');
}

/** Returns those of the values that have a column. */
export function storedValues(collection: Collection, values: Readonly<Values>): Values {
  return Object.fromEntries(
    storedFields(collection).flatMap(([name]): [string, unknown][] =>
      Object.hasOwn(values, name) ? [[name, values[name]]] : [],
    ),
  );
}

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
  const named = fields.filter(([name]) => touched(name));
  if (!schema || named.length === 0) return { errors: {} };
  const isSound = ([name, field]: (typeof fields)[number]): boolean => z.safeParse(field, values[name]).success;
  const hasRules = (schema.def.checks ?? []).length > 0;
  // Rules between fields need all of them.
  if (hasRules && fields.every((field) => touched(field[0]) || isSound(field))) {
    const { data = {}, error } = schema.safeParse(values);
    const output = Object.fromEntries(Object.entries(data).filter(([name]) => touched(name)));
    return { errors: error ? fieldErrorsOf(error.issues, values) : {}, output };
  }
  const issues: z.core.$ZodIssue[] = [];
  const output: Values = {};
  for (const [name, field] of named) {
    const { data, error } = z.safeParse(field, values[name]);
    output[name] = data;
    for (const issue of error?.issues ?? []) issues.push({ ...issue, path: [name, ...issue.path] });
  }
  return { errors: issues.length > 0 ? fieldErrorsOf(issues, values) : {}, output };
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
