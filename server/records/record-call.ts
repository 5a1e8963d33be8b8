import { forbidden, notFound } from '#domain/errors.ts';
import type { Write } from '#server/ground/db/database.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import type { Collection, OwnCall, RecordCall, RecordContext } from '#server/records/collection.ts';

/** A write that can begin: the rest needs the transaction, all of it or nothing. */
export interface WritePlan {
  run: (write: Write) => Promise<Decoded<RecordTable>>;
  /** Its duration must not reveal what it found. */
  inConstantSteps?: true;
}

export function isOwnCall(call: RecordCall): call is OwnCall {
  return call.actor.kind === 'user';
}

export type Verb = keyof Collection['access'];

/** Throws a 403 for a verb that no caller can use. */
export function refuseNobody(collection: Collection, verb: Verb): void {
  if (collection.access[verb] === 'nobody') throw forbidden('Only superusers can perform this action.');
}

/** Returns a collection by its id, or by its name in any case. Throws a 404 for any other. */
export function findCollection(context: Pick<RecordContext, 'collections'>, idOrName: string): Collection {
  const name = idOrName.toLowerCase();
  const found = context.collections.find((collection) => collection.id === idOrName || collection.name === name);
  if (!found) throw notFound('Missing collection context.');
  return found;
}
