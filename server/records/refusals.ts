import { AppError, badRequest, type FieldErrors, Outdated, slotTaken } from '#domain/errors.ts';
import { foreignKeyViolation, overlapViolation, uniqueViolation } from '#server/ground/db/errors.ts';
import type { Collection } from '#server/records/collection.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';

export const REFUSED = {
  create: 'Failed to create record.',
  update: 'Failed to update record.',
  delete: 'Failed to delete record. Make sure that the record is not part of a required relation reference.',
} as const;

/** Runs a write and turns the database's refusals into field errors; no other code does. */
export async function withFieldErrors<Result>(
  collection: Collection,
  verb: keyof typeof REFUSED,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw overlapViolation(error) ? slotTaken() : asRefusal(error, collection, REFUSED[verb]);
  }
}

/** The same for the record API, where data that changed meanwhile is an error of a field, as every other is. */
export async function refusing<Result>(...write: Parameters<typeof withFieldErrors<Result>>): Promise<Result> {
  try {
    return await withFieldErrors(...write);
  } catch (error) {
    throw error instanceof Outdated ? badRequest(error.message, error.fields) : error;
  }
}

function asRefusal(error: unknown, collection: Collection, message: string): unknown {
  if (error instanceof AppError) return error;
  const unique = uniqueViolation(error);
  if (unique && unique.table === collection.name) return badRequest(message, notUnique(collection, unique.columns));
  return foreignKeyViolation(error) ? badRequest(message) : error;
}

/** Returns one error for each column of the index; the owner is to blame only without another column. */
function notUnique(collection: Collection, columns: readonly string[]): FieldErrors {
  const blamed = columns.length > 1 ? columns.filter((column) => column !== collection.owner) : columns;
  const fields = blamed.flatMap((column) => collection.blame?.[column] ?? [column]);
  return Object.fromEntries(fields.map((field) => [field, FIELD_ERROR.notUnique]));
}
