import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Write } from '#server/ground/db/database.ts';
import { idList, type AnyRow } from '#server/ground/db/query.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';

const storedRow = z.record(z.string(), z.unknown());

/** Stores deleted rows for a minute, so that every node with a subscriber can publish them. */
export async function keepDeleted(
  { trx }: Write,
  collection: RecordTable,
  owner: OwnerId,
  rows: readonly Readonly<AnyRow>[],
): Promise<void> {
  const list = JSON.stringify(rows.map((row) => ({ id: row['id'], stored: JSON.stringify(row) })));
  await sql`
    insert into deleted_rows (collection, id, "user", stored)
    select ${collection}, id, ${owner}, stored from json_to_recordset(cast(${list} as json)) as gone (id text, stored text)
    on conflict (collection, id) do update
      set "user" = excluded."user", stored = excluded.stored, deleted = excluded.deleted
  `.execute(trx);
}

export async function readDeleted(
  db: Database,
  collection: RecordTable,
  owner: OwnerId,
  ids: readonly string[],
): Promise<AnyRow[]> {
  const { rows } = await sql<{ stored: string }>`
    select stored from deleted_rows where collection = ${collection} and "user" = ${owner} and id in ${idList('postgres', ids)}
  `.execute(db.read);
  const found = rows.map(({ stored }) => storedRow.parse(JSON.parse(stored)));
  return openRows(db.read, collection, found);
}

/** Deletes the stored rows of an owner, because they may be about a person who is being erased. */
export async function forgetDeletedOf({ trx }: Write, owner: OwnerId): Promise<void> {
  await sql`delete from deleted_rows where "user" = ${owner}`.execute(trx);
}

export async function forgetDeleted(db: Database): Promise<void> {
  await db.write(({ trx }) => sql`delete from deleted_rows where deleted < now() - interval '1 minute'`.execute(trx));
}
