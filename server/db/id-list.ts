import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '#server/db/database.ts';

/**
 * Returns the right side of `in`: one parameter for all ids, so that the statement is the same for any number of them.
 */
export function idList(engine: Engine, ids: readonly string[]): RawBuilder<string> {
  const list = JSON.stringify(ids);
  return engine === 'postgres'
    ? sql<string>`(select jsonb_array_elements_text(cast(${list} as jsonb)))`
    : sql<string>`(select value from json_each(${list}))`;
}
