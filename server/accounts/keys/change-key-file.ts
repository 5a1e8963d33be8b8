import { sql } from 'kysely';
import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/ground/config/config.ts';
import { EVEN_WHEN_FULL, type Write } from '#server/ground/db/database.ts';
import { type OpenDatabase, openDatabase } from '#server/ground/db/open-database.ts';
import { rewriteTable } from '#server/ground/db/rewrite-table.ts';
import { missingKey, readRow, SERVER_ROW, wrongKey } from '#server/accounts/keys/open-keys.ts';
import { refuseNodes } from '#server/ground/nodes/refuse-nodes.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import {
  fingerprintOf,
  keepKeyFile,
  type KeyFileNames,
  keyFileNames,
  keyFileOf,
  makeKeyFile,
  readKeyFile,
  replaceKeyFile,
} from '#server/ground/sealing/key-file.ts';
import { dataKeyName } from '#server/ground/db/data-keys.ts';
import { unwrapKey, wrapKey } from '#server/ground/sealing/keys.ts';

export interface KeyFileChange {
  keyFile: string;
  /** The file with the previous key, which older backups need. */
  before: string;
}

/**
 * Puts a new key into the key file and rewraps with it what the previous one wrapped. Whenever it is interrupted, the
 * data open with the key file or with the new key beside it, and the next call completes the change. Throws a
 * StartError while a program has the data, and for a key file that is missing, wrong, or cannot be replaced.
 */
export async function changeKeyFile(config: Config): Promise<KeyFileChange> {
  const db = await openDatabase(config, {}, 'as they are');
  try {
    return await changeOn(db, keyFileOf(config));
  } catch (error) {
    // The disk is full or failing.
    throw error instanceof AppError ? new StartError(error.message) : error;
  } finally {
    await db.close();
  }
}

async function changeOn(db: OpenDatabase, file: string): Promise<KeyFileChange> {
  const key = readKeyFile(file);
  if (!key) throw missingKey(file);
  const names = keyFileNames(file);
  await db.write((write) => wrapAnew(write, key, names), EVEN_WHEN_FULL);
  await forgetOlder(db);
  const before = keepKeyFile(names.place, key);
  replaceKeyFile(names);
  return { keyFile: names.place, before };
}

async function wrapAnew(write: Write, key: Uint8Array, { place, next }: KeyFileNames): Promise<void> {
  const { trx, engine } = write;
  if (engine === 'postgres') {
    // A node that starts meanwhile waits for this lock before it reads the key.
    await sql`lock table sealing in access exclusive mode`.execute(trx);
    await refuseNodes(trx);
  }
  const bound = await readRow(trx);
  if (!bound) throw new StartError('Nothing is sealed yet: the first start makes the key file.');
  const made = readKeyFile(next);
  // An earlier call was interrupted after its commit.
  if (made && fingerprintOf(made) === bound.fingerprint) return;
  const secrets = fingerprintOf(key) === bound.fingerprint ? unwrapKey(key, SERVER_ROW, bound.wrapped) : null;
  if (!secrets) throw wrongKey(place, bound.fingerprint);
  keepKeyFile(place, key);
  // On the disk before anything is wrapped with it; the key of an earlier attempt will do.
  const newKey = made ?? makeKeyFile(next);
  await rewrapDataKeys(write, key, newKey);
  const row = { fingerprint: fingerprintOf(newKey), wrapped: wrapKey(newKey, SERVER_ROW, secrets) };
  await trx.updateTable('sealing').set(row).where('name', '=', SERVER_ROW).execute();
  write.erasesTexts();
}

/** Rewraps data keys; one that the server's key does not open stays as it is. */
async function rewrapDataKeys({ trx }: Write, key: Uint8Array, newKey: Uint8Array): Promise<void> {
  const rows = await trx.selectFrom('data_keys').select(['user', 'number', 'wrapped']).execute();
  for (const { user, number, wrapped } of rows) {
    const name = dataKeyName(user, number);
    const dataKey = unwrapKey(key, name, wrapped);
    if (!dataKey) continue;
    await trx
      .updateTable('data_keys')
      .set({ wrapped: wrapKey(newKey, name, dataKey) })
      .where('user', '=', user)
      .where('number', '=', number)
      .execute();
  }
}

/** Leaves nothing in PostgreSQL's files that the previous key opens; SQLite overwrites deleted rows by itself. */
async function forgetOlder(db: OpenDatabase): Promise<void> {
  if (db.engine === 'sqlite') return;
  const client = await db.connect();
  try {
    for (const table of ['data_keys', 'sealing']) await rewriteTable(client, table);
    // Without the right to do so, the next regular checkpoint does it.
    await client.query('checkpoint').catch(() => undefined);
  } finally {
    await client.end();
  }
}
