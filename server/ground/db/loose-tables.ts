import type { Kysely } from 'kysely';
import type { Schema } from '#server/ground/db/schema.ts';

/** A row of a table that is known only when the query runs. */
export type AnyRow = Record<string, unknown>;

type LooseSchema = Record<string, AnyRow>;

/**
 * Returns the same database for queries on the table of any collection. Their tables and columns come from declared
 * collections, never from a caller.
 */
export function loose(db: Kysely<Schema>): Kysely<LooseSchema> {
  return db as unknown as Kysely<LooseSchema>;
}
