import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { notFound } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { idList, ownerBesideIds, insertPrepared, preparedQuery, type AnyRow, loose } from '#server/ground/db/query.ts';
import { type Decoded, encodeRow, type NewDecoded } from '#server/ground/db/row-codec.ts';
import {
  columnsWithEnvelope,
  openRow,
  openRows,
  openWritten,
  sealChanges,
  sealRow,
} from '#server/ground/db/sealed-rows.ts';
import { clientOf, writeEntry } from '#server/ground/journal/write-entry.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { TABLES, type RecordTable } from '#server/ground/db/tables.ts';
import type { RecordEvent } from '#server/ground/events/events.ts';
import { ROW_BYTES } from '#server/ground/db/measure-practice.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';

/** The columns of a new record; the store adds the owner, the time of creation and, where absent, the id. */
export type NewRecord<Table extends RecordTable> = Omit<NewDecoded<Table>, 'id' | 'user' | 'created' | 'updated'> & {
  id?: string;
};

export type RecordChanges<Table extends RecordTable> = Partial<
  Omit<Decoded<Table>, 'id' | 'user' | 'created' | 'updated'>
>;

/** Returns the record with this id if it is the owner's. `db` is the transaction's wherever there is one. */
export async function findOwned<Table extends RecordTable>(
  db: Reader,
  table: Table,
  owner: OwnerId,
  id: string,
): Promise<Decoded<Table> | undefined> {
  const [row] = await findIn(table)(db, id, owner);
  return row && openRow(db, table, row);
}

type Find = (db: Reader, id: string, owner: OwnerId) => Promise<AnyRow[]>;
const finds = new Map<RecordTable, Find>();

function findIn(table: RecordTable): Find {
  const find = (): Find =>
    preparedQuery((db, value) => {
      const own = loose(db)
        .selectFrom<string>(table)
        .selectAll()
        .where('id', '=', value(0))
        .where(TABLES[table].owner, '=', value(1));
      // A deleted account exists only until its data is erased.
      return table === 'users' ? own.where('deleted', 'is', null) : own;
    });
  return finds.getOrInsertComputed(table, find);
}

/** Returns the owner's records with these ids, in no order and with only these columns. */
export async function findManyOwned(
  from: { reader: Reader; engine: Engine },
  table: RecordTable,
  owner: OwnerId,
  ids: readonly string[],
  columns: readonly string[] | 'all' = 'all',
): Promise<AnyRow[]> {
  const names = columns === 'all' ? ['*'] : columnsWithEnvelope(table, columns).map((column) => `"${column}"`);
  return openRows(from.reader, table, await selectOwned(from, table, owner, ids, names));
}

/** Returns the rows as they are stored. Columns are SQL, as text: a query is put together with each list. */
export async function selectOwned(
  { reader, engine }: { reader: Reader; engine: Engine },
  table: RecordTable,
  owner: OwnerId,
  ids: readonly string[],
  columns: readonly string[],
): Promise<AnyRow[]> {
  const found = sql<AnyRow>`
    select ${sql.raw(columns.join(', '))} from ${sql.table(table)}
    where id in ${idList(engine, ids)} and ${ownerBesideIds(engine, TABLES[table].owner)} = ${owner}
  `;
  const { rows } = await found.execute(reader);
  return rows;
}

/** Returns an owner's record; throws the same 404 for a missing record and for another owner's. */
export async function getOwned<Table extends RecordTable>(
  db: Reader,
  table: Table,
  owner: OwnerId,
  id: string,
): Promise<Decoded<Table>> {
  const row = await findOwned(db, table, owner, id);
  if (!row) throw notFound();
  return row;
}

// Every change of a record passes one of the next functions, those of store-many.ts or those of delete-with-dependents.ts,
// which write the journal and publish the event after the commit; store.test.ts lists the few others, with the reason.

/** Adds a record of the owner's (for `users`: the owner's account itself). */
export async function insertRow<Table extends RecordTable>(
  action: Action,
  table: Table,
  record: NewRecord<Table>,
): Promise<Decoded<Table>> {
  const now = printInstant(action.now);
  const complete = {
    id: newRecordId(),
    ...encodeRow(table, record),
    created: now,
    updated: now,
    [TABLES[table].owner]: action.owner,
  };
  const row = await insertPrepared(action.write.trx, table, await sealRow(action.write, table, complete));
  await journalAndPublish(action, table, 'create', [row]);
  return openWritten(action.write.trx, table, row, record);
}

/**
 * Changes columns of the owner's record, and always `updated`. Throws a 404 if the record is gone. `known` is the
 * record as this transaction read it, which spares reading its other texts again.
 */
export async function updateRow<Table extends RecordTable>(
  action: Action,
  table: Table,
  id: string,
  changes: RecordChanges<Table>,
  known: Readonly<AnyRow> = {},
): Promise<Decoded<Table>> {
  const place = { id, user: action.owner };
  const columns = await sealChanges(action.write, table, place, encodeRow(table, changes), known);
  const row = await loose(action.write.trx)
    .updateTable<string>(table)
    .set({ ...columns, updated: printInstant(action.now) })
    .where('id', '=', id)
    .where(TABLES[table].owner, '=', action.owner)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  await journalAndPublish(action, table, 'update', [row], Object.keys(changes));
  return openWritten(action.write.trx, table, row, changes);
}

function bytesOf(verb: RecordEvent['action'], rows: readonly AnyRow[]): number {
  const texts = rows.reduce((sum, row) => {
    const text = row['sealed'] ?? row['text'];
    return sum + (typeof text === 'string' ? text.length : 0);
  }, 0);
  return texts + (verb === 'create' ? rows.length * ROW_BYTES : 0);
}

/** Stores the values of `row` that differ from `before`, and always `updated`. */
export async function storeChanges<Table extends RecordTable>(
  action: Action,
  table: Table,
  before: Decoded<Table>,
  row: Decoded<Table>,
): Promise<Decoded<Table>> {
  const { id }: Readonly<AnyRow> = before;
  const stored: Decoded<RecordTable> = await updateRow<RecordTable>(
    action,
    table,
    String(id),
    changedColumns(before, row),
    before,
  );
  return stored as Decoded<Table>;
}

function changedColumns(before: Readonly<AnyRow>, row: Readonly<AnyRow>): AnyRow {
  const kept = ['id', 'created', 'updated'];
  return Object.fromEntries(
    Object.entries(row).filter(([name, value]) => !kept.includes(name) && !isDeepStrictEqual(value, before[name])),
  );
}

/** Writes the journal entry of a change and publishes its event after the commit. */
export async function journalAndPublish(
  action: Action,
  table: RecordTable,
  verb: RecordEvent['action'],
  rows: readonly AnyRow[],
  columns: readonly string[] = [],
): Promise<void> {
  const { owner, context, write } = action;
  const [first = {}] = rows;
  if (verb === 'delete') write.afterCommit(() => context.quota.markStale(owner));
  else context.quota.note(owner, bytesOf(verb, rows));
  const clients = new Set(rows.map((row) => clientOf(table, row)));
  // An account takes its journal along, and an update that writes nothing changes nothing.
  const isEntry = verb === 'update' ? columns.length > 0 : verb === 'create' || table !== 'users';
  if (isEntry) {
    const record = rows.length === 1 ? String(first['id']) : '';
    await writeEntry(action, {
      action: verb,
      subject: table,
      record,
      client: clients.size === 1 ? clientOf(table, first) : '',
      columns,
      count: rows.length,
    });
  }
  await context.events.publishRecords(write, { collection: table, action: verb, owner, rows });
}
