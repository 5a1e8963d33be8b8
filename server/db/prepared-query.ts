import type { Compilable, CompiledQuery } from 'kysely';
import type { Reader } from '#server/db/database.ts';

/**
 * Where the n-th value of a query will stand, of whatever type it is to be there. No text that is stored can look like
 * it.
 */
export type Slot = (place: number) => never;

type Run = (query: string, parameters: readonly unknown[]) => unknown[];

/** By their executors: those that answer at once, without the turns of a pool. */
const direct = new WeakMap<object, Run>();

/** Queries of this database, outside transactions, are run so. */
export function answerDirectly(db: Reader, run: Run): void {
  direct.set(db.getExecutor(), run);
}

const MARK = '\0slot ';
const slot = ((place) => `${MARK}${place}`) as Slot;

/**
 * A query that every request makes: put together once for each database, and run with other values from then on. Putting
 * it together takes longer than SQLite needs to answer it (30 to 50 µs).
 */
export function preparedQuery<Row>(
  build: (db: Reader, value: Slot) => Compilable<Row>,
): (db: Reader, ...values: readonly unknown[]) => Promise<Row[]> {
  // A transaction has the adapter of its database.
  const known = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const executor = db.getExecutor();
    const { adapter } = executor;
    const query = known.get(adapter) ?? build(db, slot).compile();
    known.set(adapter, query);
    const parameters = query.parameters.map((parameter) =>
      typeof parameter === 'string' && parameter.startsWith(MARK)
        ? values[Number(parameter.slice(MARK.length))]
        : parameter,
    );
    const run = direct.get(executor);
    if (run) return run(query.sql, parameters) as Row[];
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
