import type { Compilable, CompiledQuery } from 'kysely';
import type { Reader } from '#server/db/database.ts';

/** Where the n-th value of a query will stand. No text that is stored can look like it. */
export type Slot = (place: number) => string;

const MARK = '\0slot ';
const slot: Slot = (place) => `${MARK}${place}`;

/**
 * A query that every request makes: put together once for each database, and run with other values from then on. Putting
 * it together takes longer than SQLite needs to answer it (30 to 50 µs).
 */
export function preparedQuery<Row>(
  build: (db: Reader, value: Slot) => Compilable<Row>,
): (db: Reader, ...values: readonly string[]) => Promise<Row[]> {
  // A transaction has the adapter of its database.
  const known = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const { adapter } = db.getExecutor();
    const query = known.get(adapter) ?? build(db, slot).compile();
    known.set(adapter, query);
    const parameters = query.parameters.map((parameter) =>
      typeof parameter === 'string' && parameter.startsWith(MARK)
        ? values[Number(parameter.slice(MARK.length))]
        : parameter,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
