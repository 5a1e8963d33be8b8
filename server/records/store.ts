import { notFound } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/context.ts';
import type { Reader, Write } from '#server/db/database.ts';
import type { NewRow, Row } from '#server/db/schema.ts';
import type { OwnerId } from '#server/records/actor.ts';
import { ownerColumn, type RecordTable } from '#server/records/collection.ts';
import type { RecordEvent } from '#server/records/events.ts';
import { loose } from '#server/records/loose-tables.ts';
import { newRecordId } from '#server/records/record-id.ts';

/**
 * What a change to somebody's records needs: the transaction, whose they are and when it is. A WriteCall whose owner is
 * known is one: `{ ...call, owner }`.
 */
export interface OwnedWrite {
  context: Pick<Context, 'events'>;
  write: Write;
  owner: OwnerId;
  now: Temporal.Instant;
}

/** The columns of a new record; the store adds the owner, the time of creation and, where absent, the id. */
export type NewRecord<Table extends RecordTable> = Omit<NewRow<Table>, 'id' | 'user' | 'created' | 'updated'> & {
  id?: string;
};

export type RecordChanges<Table extends RecordTable> = Partial<Omit<Row<Table>, 'id' | 'user' | 'created' | 'updated'>>;

/** The record with this id where it is the owner's. `db` is the transaction's wherever there is one. */
export async function findOwned<Table extends RecordTable>(
  db: Reader,
  table: Table,
  owner: OwnerId,
  id: string,
): Promise<Row<Table> | undefined> {
  const row = await loose(db)
    .selectFrom<string>(table)
    .selectAll()
    .where('id', '=', id)
    .where(ownerColumn(table), '=', owner)
    .executeTakeFirst();
  return row as Row<Table> | undefined;
}

/** The same; missing and somebody else's are the same 404. */
export async function getOwned<Table extends RecordTable>(
  db: Reader,
  table: Table,
  owner: OwnerId,
  id: string,
): Promise<Row<Table>> {
  const row = await findOwned(db, table, owner, id);
  if (!row) throw notFound();
  return row;
}

/** Adds a record of the owner's (for `users`: the owner's account itself) and tells streams after the commit. */
export async function insertRow<Table extends RecordTable>(
  call: OwnedWrite,
  table: Table,
  record: NewRecord<Table>,
): Promise<Row<Table>> {
  const now = printInstant(call.now);
  const row = await loose(call.write.trx)
    .insertInto<string>(table)
    .values({ id: newRecordId(), ...record, created: now, updated: now, [ownerColumn(table)]: call.owner })
    .returningAll()
    .executeTakeFirstOrThrow();
  tell(call, table, 'create', row);
  return row as Row<Table>;
}

/** Changes columns of a record of the owner's; `updated` moves always. 404 when the record is gone. */
export async function updateRow<Table extends RecordTable>(
  call: OwnedWrite,
  table: Table,
  id: string,
  changes: RecordChanges<Table>,
): Promise<Row<Table>> {
  const row = await loose(call.write.trx)
    .updateTable<string>(table)
    .set({ ...changes, updated: printInstant(call.now) })
    .where('id', '=', id)
    .where(ownerColumn(table), '=', call.owner)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  tell(call, table, 'update', row);
  return row as Row<Table>;
}

/** Deletes a record of the owner's and answers what it was. 404 when it is gone already. */
export async function deleteRow<Table extends RecordTable>(
  call: OwnedWrite,
  table: Table,
  id: string,
): Promise<Row<Table>> {
  const row = await loose(call.write.trx)
    .deleteFrom<string>(table)
    .where('id', '=', id)
    .where(ownerColumn(table), '=', call.owner)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound();
  tell(call, table, 'delete', row);
  return row as Row<Table>;
}

function tell(call: OwnedWrite, collection: RecordTable, action: RecordEvent['action'], row: RecordEvent['row']): void {
  const { owner } = call;
  call.write.afterCommit(() => call.context.events.emitRecord({ collection, action, owner, row }));
}
