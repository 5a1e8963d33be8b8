import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { badRequest, type FieldErrors } from '#domain/errors.ts';
import { isBlank } from '#domain/text/clean-text.ts';
import type { Reader } from '#server/db/database.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import type { Collection, Field, Values } from '#server/records/collection.ts';
import { FIELD_ERROR } from '#server/http/field-error.ts';
import { fieldErrorsOf } from '#server/http/schema-errors.ts';
import { findOwned } from '#server/records/store.ts';

/** Stops at the first step of a write that blames any field. */
export function refuseIfAny(errors: FieldErrors, message: string): void {
  if (Object.keys(errors).length > 0) throw badRequest(message, errors);
}

/**
 * An attempt to set what this caller may not: another value than the `known` ones, which are what is stored and what is
 * shown of it. A hidden field has none: whether a guess is right is nobody's business.
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
 * The values of a record with those that were `touched` as the collection's schema completes them. Throws a 400 with the
 * fields to blame. A field that was not touched keeps what it holds and is never to blame for it by itself: it may have
 * come in by another way, or under another rule. Rules between fields hold as soon as any field is touched.
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
  const { issues, output } = checkSchema(collection.schema, values, touched);
  refuseIfAny({ ...fieldErrorsOf(issues, values), ...missing }, message);
  return { ...values, ...output };
}

function checkSchema(
  schema: Collection['schema'],
  values: Values,
  touched: (name: string) => boolean,
): { issues: z.core.$ZodIssue[]; output?: Values } {
  const fields = Object.entries(schema?.shape ?? {});
  if (!schema || !fields.some(([name]) => touched(name))) return { issues: [] };
  const isExcused = ([name, field]: (typeof fields)[number]): boolean =>
    !touched(name) && !z.safeParse(field, values[name]).success;
  // Without a field that a rule between fields needs there is no such rule.
  const sound = fields.some(isExcused)
    ? z.object(Object.fromEntries(fields.filter((field) => !isExcused(field))))
    : schema;
  const { data = {}, error } = sound.safeParse(values);
  const output = Object.fromEntries(Object.entries(data).filter(([name]) => touched(name)));
  return { issues: error?.issues ?? [], output };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

/** A relation leads to a record of the owner's or is refused, whether there is such a record or not. */
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
