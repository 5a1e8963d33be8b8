import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';

/**
 * Returns the right side of `in`: one parameter for all ids, so that the statement is the same for any number of them.
 */
export function idList(engine: Engine, ids: readonly string[]): RawBuilder<string> {
  const list = JSON.stringify(ids);
  return engine === 'postgres'
    ? sql<string>`(select jsonb_array_elements_text(cast(${list} as jsonb)))`
    : sql<string>`(select value from json_each(${list}))`;
}

/**
 * Returns the owner's column for a condition beside a list of ids. SQLite, left to choose, reads every row of the owner
 * instead of finding the ids; the sign takes the choice away.
 */
export function ownerBesideIds(engine: Engine, column: string): RawBuilder<string> {
  return engine === 'postgres' ? sql<string>`${sql.ref(column)}` : sql<string>`+${sql.ref(column)}`;
}
