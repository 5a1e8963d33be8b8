import type { Compilable, CompiledQuery } from 'kysely';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { type AnyRow, loose } from '#server/ground/db/loose-tables.ts';
import type { Schema } from '#server/ground/db/schema.ts';

/** Stands in a query for one of the values of each run. */
class Slot {
  readonly place: number;

  constructor(place: number) {
    this.place = place;
  }
}

/** Returns the slot of the n-th value, typed to fit any place of the query. */
type SlotAt = (place: number) => never;
const slotAt = ((place) => new Slot(place)) as SlotAt;

/**
 * Returns a query that is built once for each engine and run with other values afterwards, for queries of every
 * request: building takes longer (30 to 50 µs) than SQLite needs to run it.
 */
export function preparedQuery<Row>(
  build: (db: Reader, value: SlotAt) => Compilable<Row>,
): (db: Reader, ...values: readonly unknown[]) => Promise<Row[]> {
  // A transaction has the adapter of its database.
  const built = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const { adapter } = db.getExecutor();
    const query = built.getOrInsertComputed(adapter, () => build(db, slotAt).compile());
    const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.place] : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** Returns a query for each engine, of one that is not written the same for both. */
export function perEngine<Query>(build: (engine: Engine) => Query): Readonly<Record<Engine, Query>> {
  return { sqlite: build('sqlite'), postgres: build('postgres') };
}

type Insert = (db: Reader, ...values: readonly unknown[]) => Promise<AnyRow[]>;

/** By table and columns: those are the program's own, and few. */
const inserts = new Map<string, Insert>();

/** Adds a row and returns it as stored; compiled once for each set of columns. */
export async function insertPrepared(db: Reader, table: keyof Schema, row: Readonly<AnyRow>): Promise<AnyRow> {
  const columns = Object.keys(row).filter((column) => row[column] !== undefined);
  const name = [table, ...columns].join(' ');
  const insert = inserts.getOrInsertComputed(name, () =>
    preparedQuery((made, value) =>
      loose(made)
        .insertInto<string>(table)
        .values(Object.fromEntries(columns.map((column, at) => [column, value(at)])))
        .returningAll(),
    ),
  );
  const [stored] = await insert(db, ...columns.map((column) => row[column]));
  if (!stored) throw new Error(`Nothing was added to ${table}.`);
  return stored;
}
