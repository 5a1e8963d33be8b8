import type { Kysely } from 'kysely';
import type { Reader } from '#server/db/database.ts';

/** A row as queries see it whose table is only known when they run. */
export type AnyRow = Record<string, unknown>;

type LooseSchema = Record<string, AnyRow>;

/**
 * The same database for queries that are made for whatever collection is asked for. Their tables and columns come from
 * declared collections, never from a caller.
 */
export function loose(db: Reader): Kysely<LooseSchema> {
  return db as unknown as Kysely<LooseSchema>;
}
