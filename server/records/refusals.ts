import { AppError, badRequest, type FieldErrors, forbidden, notFound, Outdated, slotTaken } from '#domain/errors.ts';
import { foreignKeyViolation, overlapViolation, uniqueViolation } from '#server/ground/db/errors.ts';
import type { Collection, OwnCall, RecordCall, RecordContext } from '#server/records/collection.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';

export const REFUSED = {
  create: 'Failed to create record.',
  update: 'Failed to update record.',
  delete: 'Failed to delete record. Make sure that the record is not part of a required relation reference.',
} as const;

/** Returns a collection by its id, or by its name in any case. Throws a 404 for any other. */
export function findCollection(context: Pick<RecordContext, 'collections'>, idOrName: string): Collection {
  const name = idOrName.toLowerCase();
  const found = context.collections.find((collection) => collection.id === idOrName || collection.name === name);
  if (!found) throw notFound('Missing collection context.');
  return found;
}

/** Throws a 403 for a verb that no caller can use. */
export function refuseNobody(collection: Collection, verb: keyof Collection['access']): void {
  if (collection.access[verb] === 'nobody') throw forbidden('Only superusers can perform this action.');
}

/**
 * Returns the call of a practitioner for one of their own records. Throws the 403 of `refuseNobody`, and for a guest and
 * for what is no id the 404 of a missing record.
 */
export function ownCall(call: RecordCall, verb: 'view' | 'update' | 'delete', id: string): OwnCall {
  const { actor } = call;
  refuseNobody(call.collection, verb);
  if (actor.kind === 'guest' || !RECORD_ID.test(id)) throw notFound();
  return { ...call, actor };
}

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
  const blamed = columns.length > 1 ? columns.filter((column) => column !== 'user') : columns;
  const fields = blamed.flatMap((column) => collection.blame?.[column] ?? [column]);
  return Object.fromEntries(fields.map((field) => [field, FIELD_ERROR.notUnique]));
}
