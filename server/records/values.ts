import type { FieldError, FieldErrors } from '#domain/errors.ts';
import { isStorable } from '#domain/text/is-storable.ts';
import { printInstant, readInstant } from '#domain/time/instant.ts';
import type { Collection, Field, Values } from '#server/records/collection.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import { FIELD_ERROR, textTooLong, textTooShort, wrongType } from '#server/ground/http/field-error.ts';
import { fieldsOf } from '#server/records/fields.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';

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
  if (field.type === 'number') return 0;
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
