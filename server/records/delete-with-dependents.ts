import { type RawBuilder, sql } from 'kysely';
import { columnsOf as archivedColumns } from '#domain/archive/columns.ts';
import { notFound } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { idList, ownerBesideIds, type AnyRow, loose } from '#server/ground/db/query.ts';
import { NO_ENVELOPE } from '#server/ground/db/sealed-rows.ts';
import { ENVELOPE, RECORD_TABLES, type RecordTable, TABLES } from '#server/ground/db/tables.ts';
import { SEALED_FIELDS, type SealedTable } from '#server/ground/sealing/envelope.ts';
import { journalAndPublish } from '#server/records/store.ts';

/** Deleted rows by table, those that went with others before them. */
export type DeletedRows = Map<RecordTable, Map<unknown, AnyRow>>;

/** The records that go with a record, by a foreign key with this column. */
export const DEPENDENTS: { [Table in RecordTable]?: { [Child in RecordTable]?: string } } = {
  clients: {
    series: 'client',
    series_skips: 'client',
    sessions: 'client',
    booking: 'client',
    letters: 'client',
    news: 'client',
    consents: 'client',
  },
  series: { series_skips: 'series' },
  sessions: { news: 'session' },
  booking: { letters: 'booking', news: 'booking', consents: 'booking' },
  consent_documents: { consents: 'document' },
};

/** Deletes the owner's record with those that go with it. Throws a 404 if it is already gone. */
export async function deleteRow(action: Action, table: RecordTable, id: string): Promise<void> {
  if ((await deleteRows(action, table, [id])) === 0) throw notFound();
}

/**
 * Deletes the owner's records with those that go with them, with one journal entry for each table, which holds their
 * number. Returns how many of the given ids were there.
 */
export async function deleteRows(action: Action, table: RecordTable, ids: readonly string[]): Promise<number> {
  const deleted = await removeRows(action, table, ids, ids.length === 1 ? sql`*` : columnsOf(table));
  for (const [name, rows] of deleted) await journalAndPublish(action, name, 'delete', [...rows.values()]);
  return deleted.get(table)?.size ?? 0;
}

/** Deletes the same rows. The caller writes the journal entries and publishes the events. */
export async function removeRows(
  action: Action,
  table: RecordTable,
  ids: readonly string[],
  columns = columnsOf(table),
  deleted: DeletedRows = new Map(),
): Promise<DeletedRows> {
  if (ids.length === 0) return deleted;
  const { write, owner } = action;
  if (table === 'clients' || table === 'sessions') await leaveOnAccount(action, table, ids);
  await readDependents(action, table, { ids, deleted });
  const { rows } = await sql<AnyRow>`
    delete from ${sql.table(table)}
    where id in ${idList(write.engine, ids)} and ${ownerBesideIds(write.engine, TABLES[table].owner)} = ${owner}
    returning ${columns}
  `.execute(write.trx);
  write.erasesTexts();
  add(deleted, table, rows);
  return deleted;
}

/** Reads what the database deletes with these records; `clients` are those that they go with. */
async function readDependents(
  action: Action,
  table: RecordTable,
  { ids, deleted, clients = [] }: { ids: readonly string[]; deleted: DeletedRows; clients?: readonly string[] },
): Promise<void> {
  const { write, owner } = action;
  const dependents = DEPENDENTS[table] ?? {};
  for (const name of RECORD_TABLES) {
    const column = dependents[name];
    if (column === undefined) continue;
    if (table === 'booking' && name !== 'news') await leaveToClients(action, name, { requests: ids, gone: clients });
    const { rows } = await sql<AnyRow>`
      select ${columnsOf(name)} from ${sql.table(name)}
      where "user" = ${owner} and ${sql.ref(column)} in ${idList(write.engine, ids)}
    `.execute(write.trx);
    if (rows.length === 0) continue;
    const children = rows.map((row) => String(row['id']));
    await readDependents(action, name, { ids: children, deleted, clients: table === 'clients' ? ids : [] });
    add(deleted, name, rows);
  }
}

/** Takes requests off the agreements and letters of clients who stay: the others go with the requests. */
async function leaveToClients(
  action: Action,
  table: RecordTable,
  { requests, gone }: { requests: readonly string[]; gone: readonly string[] },
): Promise<void> {
  const { write, owner, now } = action;
  // When its state changed last orders a client's letters: the refusals in a row are counted by it.
  const updated = table === 'letters' ? sql`` : sql`, updated = ${printInstant(now)}`;
  const { rows } = await sql<AnyRow>`
    update ${sql.table(table)} set booking = null ${updated}
    where "user" = ${owner} and booking in ${idList(write.engine, requests)}
      and client is not null and client not in ${idList(write.engine, gone)}
    returning *
  `.execute(write.trx);
  if (rows.length > 0) await journalAndPublish(action, table, 'update', rows, ['booking']);
}

/** Takes sessions, or clients with all that is said of them, off the payments, which stay. */
export async function leaveOnAccount(
  action: Action,
  table: 'clients' | 'sessions',
  ids: readonly string[],
): Promise<void> {
  const { write, owner, now } = action;
  const column = table === 'clients' ? 'client' : 'session';
  const left = table === 'clients' ? { client: null, session: null, ...NO_ENVELOPE } : { session: null };
  const rows = await loose(write.trx)
    .updateTable<string>('payments')
    .set({ ...left, updated: printInstant(now) })
    .where('user', '=', owner)
    .where(column, 'in', idList(write.engine, ids))
    .where(column, 'is not', null)
    .returningAll()
    .execute();
  if (rows.length === 0) return;
  write.erasesTexts();
  const columns = table === 'clients' ? ['client', 'session', 'note'] : ['session'];
  await journalAndPublish(action, 'payments', 'update', rows, columns);
}

/** Returns all columns but texts, which would stay in memory for many records until every stream has had its events. */
function columnsOf(table: RecordTable): RawBuilder<unknown> {
  if (!isSealed(table)) return sql`*`;
  // What an archive holds of a table and what it leaves out are all of its columns.
  const names = new Set<string>([...archivedColumns(table), ...TABLES[table].archive]);
  return sql.join([...names.difference(new Set([...SEALED_FIELDS[table], ...ENVELOPE]))].map((name) => sql.ref(name)));
}

function isSealed(table: RecordTable): table is SealedTable {
  return Object.hasOwn(SEALED_FIELDS, table);
}

function add(deleted: DeletedRows, table: RecordTable, rows: readonly AnyRow[]): void {
  const known = deleted.get(table) ?? new Map<unknown, AnyRow>();
  for (const row of rows) known.set(row['id'], row);
  if (known.size > 0) deleted.set(table, known);
}
