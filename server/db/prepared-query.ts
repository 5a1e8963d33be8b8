import type { Compilable, CompiledQuery } from 'kysely';
import type { Reader } from '#server/db/database.ts';

/** Stands in a query for one of the values that it is run with. */
class Slot {
  readonly place: number;

  constructor(place: number) {
    this.place = place;
  }
}

/** The slot of the n-th value, of whatever type the query wants there. */
type SlotAt = (place: number) => never;
const slotAt = ((place) => new Slot(place)) as SlotAt;

/**
 * A query that every request makes, built once for each engine and run with other values from then on. Building it takes
 * longer (30 to 50 µs) than SQLite needs for it.
 */
export function preparedQuery<Row>(
  build: (db: Reader, value: SlotAt) => Compilable<Row>,
): (db: Reader, ...values: readonly unknown[]) => Promise<Row[]> {
  // A transaction has the adapter of its database.
  const built = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const { adapter } = db.getExecutor();
    const query = built.get(adapter) ?? build(db, slotAt).compile();
    built.set(adapter, query);
    const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.place] : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
