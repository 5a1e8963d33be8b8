import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '#server/ground/context.ts';
import { onlyOwnerCanOpen } from '#server/ground/db/data-keys.ts';
import { EVEN_WHEN_FULL, type Write } from '#server/ground/db/database.ts';
import { idList, ownerBesideIds, loose } from '#server/ground/db/query.ts';
import { columnsWithEnvelope, envelopeColumns, openRows } from '#server/ground/db/sealed-rows.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { SEALED_FIELDS, sealedFields, type SealedTable } from '#server/ground/sealing/envelope.ts';

export const SEALED_TABLES = Object.keys(SEALED_FIELDS) as SealedTable[];

/** Rows of one transaction; other writes wait for it. */
const AT_ONCE = 20;

type Scope = Pick<Context, 'db' | 'log'>;

/**
 * Seals with a practitioner's newest key what older keys have sealed. Returns false where it was told to stop; throws
 * the first failure once the other tables are done.
 */
export async function resealOwner(scope: Scope, user: string, signal?: AbortSignal): Promise<boolean> {
  const failures: unknown[] = [];
  for (const table of SEALED_TABLES) {
    const done = await resealTable(scope, table, user, signal).catch((error: unknown) => failures.push(error));
    if (done === false) return false;
  }
  if (failures.length > 0) throw failures[0];
  return true;
}

/**
 * Seals rows in short transactions, each under the practitioner's lock, and rests after each as long as it took. A row
 * that does not open stays as it is and is logged. Returns false where it was told to stop. SQLite's log is not emptied
 * after each piece, which made it four times as slow.
 */
async function resealTable(
  { db, log }: Scope,
  table: SealedTable,
  user: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const rows = loose(db.read).selectFrom<string>(table).select('id').where('user', '=', user);
  const older = await rows.where(isOlder(table)).execute();
  for (let at = 0; at < older.length; at += AT_ONCE) {
    if (signal?.aborted) return false;
    const began = performance.now();
    const ids = older.slice(at, at + AT_ONCE).map(({ id }) => String(id));
    const locked = await db.write((write) => resealPiece(write, table, user, ids), EVEN_WHEN_FULL);
    for (const id of locked) log.warn({ table, id }, 'the texts of a record do not open and stay as they are');
    await sleep(performance.now() - began);
  }
  return true;
}

/** Returns the SQL condition that a row is sealed with another key than the practitioner's newest. */
function isOlder(table: SealedTable) {
  const [key, user] = [sql.ref(`${table}.seal_key`), sql.ref(`${table}.user`)];
  const newest = sql`(select max(number) from data_keys where data_keys."user" = ${user})`;
  return sql<boolean>`(${key} <> 0 and ${key} <> ${newest})`;
}

/** Returns the ids of the rows that do not open. */
async function resealPiece(write: Write, table: SealedTable, user: string, ids: readonly string[]): Promise<string[]> {
  const { trx, engine } = write;
  // The lock comes first, so that the rows cannot change between reading and writing.
  await write.lock(ownerId(user));
  if (await onlyOwnerCanOpen(write, user)) return [];
  const stored = await loose(trx)
    .selectFrom<string>(table)
    .select(columnsWithEnvelope(table, sealedFields(table)))
    .where('id', 'in', idList(engine, ids))
    .where(ownerBesideIds(engine, 'user'), '=', user)
    // Another node may have sealed some meanwhile.
    .where(isOlder(table))
    .execute();
  const locked: string[] = [];
  for (const row of await openRows(trx, table as RecordTable, stored)) {
    const { id } = row as { id: string };
    const texts = textsOf(table, { ...row });
    if (!texts) {
      locked.push(id);
      continue;
    }
    await loose(trx)
      .updateTable<string>(table)
      .set(await envelopeColumns(write, { table, id, user }, texts))
      .where('id', '=', id)
      .where('user', '=', user)
      .execute();
  }
  return locked;
}

/** Returns the texts of an opened row; null where they are absent. */
function textsOf(table: string, row: Readonly<Record<string, unknown>>): Record<string, string> | null {
  const texts = sealedFields(table).map((name) => [name, row[name]]);
  return texts.every(([, text]) => typeof text === 'string') ? Object.fromEntries(texts) : null;
}
