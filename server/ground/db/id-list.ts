import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';

/**
 * Returns the right side of `in`: one parameter for all ids, so that the statement is the same for any number of them.
 */
export function idList(engine: Engine, ids: readonly string[]): RawBuilder<string> {
  // Of an array PostgreSQL knows the length before it plans: it looks a few ids up instead of reading the whole table.
  return engine === 'postgres'
    ? sql<string>`(select unnest(cast(${ids} as text[])))`
    : sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
}

/** Returns the same right side with a slot of a prepared query for the ids, which `idsOf` makes a value of. */
export function idSlot(engine: Engine, slot: never): RawBuilder<string> {
  return engine === 'postgres'
    ? sql<string>`(select unnest(cast(${slot} as text[])))`
    : sql<string>`(select value from json_each(${slot}))`;
}

/** Returns the ids of such a slot as a table of one column, `value`. */
export function idRowsSlot(engine: Engine, slot: never): RawBuilder<{ value: string }> {
  return engine === 'postgres'
    ? sql<{ value: string }>`(select unnest(cast(${slot} as text[])) as value)`
    : sql<{ value: string }>`json_each(${slot})`;
}

export function idsOf(engine: Engine, ids: readonly string[]): string | readonly string[] {
  return engine === 'postgres' ? ids : JSON.stringify(ids);
}

/** Returns the ids as a table of one column, `value`, to begin a join with. */
export function idRows(engine: Engine, ids: readonly string[]): RawBuilder<{ value: string }> {
  return engine === 'postgres'
    ? sql<{ value: string }>`(select unnest(cast(${ids} as text[])) as value)`
    : sql<{ value: string }>`json_each(${JSON.stringify(ids)})`;
}

/**
 * Returns the owner's column for a condition beside a list of ids. SQLite, left to choose, reads every row of the owner
 * instead of finding the ids; the sign takes the choice away.
 */
export function ownerBesideIds(engine: Engine, column: string): RawBuilder<string> {
  return engine === 'postgres' ? sql<string>`${sql.ref(column)}` : sql<string>`+${sql.ref(column)}`;
}
