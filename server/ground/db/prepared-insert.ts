import type { Reader } from '#server/ground/db/database.ts';
import { preparedQuery } from '#server/ground/db/prepared-query.ts';
import type { Schema } from '#server/ground/db/schema.ts';
import { type AnyRow, loose } from '#server/ground/db/loose-tables.ts';

type Insert = (db: Reader, ...values: readonly unknown[]) => Promise<AnyRow[]>;

/** By table and columns: those are the program's own, and few. */
const inserts = new Map<string, Insert>();

/** Adds a row and returns it as stored; compiled once for each set of columns. */
export async function insertPrepared(db: Reader, table: keyof Schema, row: Readonly<AnyRow>): Promise<AnyRow> {
  const columns = Object.keys(row).filter((column) => row[column] !== undefined);
  const name = [table, ...columns].join(' ');
  const insert: Insert =
    inserts.get(name) ??
    preparedQuery((made, value) =>
      loose(made)
        .insertInto<string>(table)
        .values(Object.fromEntries(columns.map((column, at) => [column, value(at)])))
        .returningAll(),
    );
  inserts.set(name, insert);
  const [stored] = await insert(db, ...columns.map((column) => row[column]));
  if (!stored) throw new Error(`Nothing was added to ${table}.`);
  return stored;
}
