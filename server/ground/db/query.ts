import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '#server/ground/db/schema.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';

/** A row of a table that is only known when the query runs. */
export type AnyRow = Record<string, unknown>;

type LooseSchema = Record<string, AnyRow>;

/**
 * Returns the same database, typed for queries on the table of any collection. Names of tables and columns come from
 * declared collections, never from a caller.
 */
export function loose(db: Kysely<Schema>): Kysely<LooseSchema> {
  return db as unknown as Kysely<LooseSchema>;
}

/** A placeholder in a prepared query for one of the values of each run. */
class Slot {
  readonly place: number;

  constructor(place: number) {
    this.place = place;
  }
}

/** Returns the placeholder of the n-th value, typed to fit anywhere in a query. */
type SlotAt = (place: number) => never;
const slotAt = ((place) => new Slot(place)) as SlotAt;

/**
 * Returns a query that is built once for each engine and run with different values, for queries of every request:
 * building takes longer (30 to 50 µs) than SQLite needs to run it.
 */
export function preparedQuery<Row>(
  build: (db: Reader, value: SlotAt) => Compilable<Row>,
): (db: Reader, ...values: readonly unknown[]) => Promise<Row[]> {
  // A transaction has the same adapter as its database.
  const built = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const { adapter } = db.getExecutor();
    const query = built.getOrInsertComputed(adapter, () => build(db, slotAt).compile());
    const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.place] : value));
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** Returns one query per engine, for queries that the engines need in different forms. */
export function perEngine<Query>(build: (engine: Engine) => Query): Readonly<Record<Engine, Query>> {
  return { sqlite: build('sqlite'), postgres: build('postgres') };
}

type Insert = (db: Reader, ...values: readonly unknown[]) => Promise<AnyRow[]>;

/** By table and columns; the program's own names, so there are few. */
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

/**
 * Returns the right side of `in` as one parameter for all ids, so that the statement is the same for any number of
 * them.
 */
export function idList(engine: Engine, ids: readonly string[]): RawBuilder<string> {
  return idSlot(engine, idsOf(engine, ids));
}

/** Returns the ids as a table with one column, `value`, for joins. */
export function idRows(engine: Engine, ids: readonly string[]): RawBuilder<{ value: string }> {
  return idRowsSlot(engine, idsOf(engine, ids));
}

/** Returns ids in the form of the placeholder that `idSlot` and `idRowsSlot` take. */
export function idsOf(engine: Engine, ids: readonly string[]): string | readonly string[] {
  return engine === 'postgres' ? ids : JSON.stringify(ids);
}

export function idSlot(engine: Engine, ids: unknown): RawBuilder<string> {
  // PostgreSQL knows the length of an array when it plans: it looks up a few ids instead of reading the whole table.
  return engine === 'postgres'
    ? sql<string>`(select unnest(cast(${ids} as text[])))`
    : sql<string>`(select value from json_each(${ids}))`;
}

export function idRowsSlot(engine: Engine, ids: unknown): RawBuilder<{ value: string }> {
  return engine === 'postgres'
    ? sql<{ value: string }>`(select unnest(cast(${ids} as text[])) as value)`
    : sql<{ value: string }>`json_each(${ids})`;
}

/**
 * Returns the owner's column for a condition next to a list of ids. The `+` keeps SQLite from using an index on the
 * owner, by which it would read all of the owner's rows instead of looking up the ids.
 */
export function ownerBesideIds(engine: Engine, column: string): RawBuilder<string> {
  return engine === 'postgres' ? sql<string>`${sql.ref(column)}` : sql<string>`+${sql.ref(column)}`;
}
