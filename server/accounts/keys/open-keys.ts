import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '#server/ground/config/config.ts';
import type { Database, Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { KEY_BYTES } from '#server/ground/sealing/cipher.ts';
import {
  fingerprintOf,
  keyFileNames,
  keyFileOf,
  liesIn,
  makeKeyFile,
  readKeyFile,
} from '#server/ground/sealing/key-file.ts';
import { unwrapKey, wrapKey } from '#server/ground/sealing/keys.ts';

/** The only row of the table `sealing`, and the name under which its key is wrapped. */
export const SERVER_ROW = 'server';

/** The key of an advisory lock; no other program of this database uses the number. */
const LOCK_KEY = 5_263_910_742;

type SealingConfig = Pick<Config, 'keyFile' | 'dataDir' | 'databaseUrl'>;

/**
 * Unlocks the keys of a database with the key file. A missing file is created only while nothing is sealed. Throws a
 * StartError, and changes nothing, where the file is missing, wrong or holds no key.
 */
export async function openKeys(
  config: SealingConfig,
  db: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const file = keyFileOf(config);
  const stored = (await readRow(db.read)) ?? (await firstRow(db, file, log));
  const key = readKeyFile(file);
  if (!key) throw missingKey(file);
  const secrets = fingerprintOf(key) === stored.fingerprint ? unwrapKey(key, SERVER_ROW, stored.wrapped) : null;
  if (!secrets) throw wrongKey(file, stored.fingerprint);
  db.keys.unlock(key, secrets);
  if (config.databaseUrl === null && liesIn(file, config.dataDir)) {
    log.warn('the key of the texts lies beside the data: a copy of the whole folder carries it along, see KEY_FILE');
  }
}

/** Returns the error for a key file that is not there. */
export function missingKey(file: string): StartError {
  return new StartError(
    `The key file ${file} is missing, and the texts are sealed with it: put it back, a new one opens nothing.`,
  );
}

/** Returns the error for a key file that did not seal these data. */
export function wrongKey(file: string, fingerprint: string): StartError {
  const next = readKeyFile(keyFileNames(file).next);
  if (next && fingerprintOf(next) === fingerprint) {
    return new StartError(`A change of the key file ${file} was interrupted: kabinet key change ends it.`);
  }
  return new StartError(`The key file ${file} is not the one with which the texts are sealed: put that one back.`);
}

/** Returns the stored row of the server key; undefined while nothing is sealed. */
export function readRow(db: Reader): Promise<Row<'sealing'> | undefined> {
  return db.selectFrom('sealing').selectAll().where('name', '=', SERVER_ROW).executeTakeFirst();
}

/** Binds an unsealed database to a key, on one node only: the file is on the disk before the row is. */
async function firstRow(db: Database, file: string, log: Pick<FastifyBaseLogger, 'warn'>): Promise<Row<'sealing'>> {
  return db.write(async ({ trx, engine }) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(trx);
    const stored = await readRow(trx);
    if (stored) return stored;
    const there = readKeyFile(file);
    const key = there ?? makeKeyFile(file);
    if (!there) log.warn(`Created key file ${file}. Back it up separately: without it sealed texts cannot be read.`);
    const wrapped = wrapKey(key, SERVER_ROW, randomBytes(KEY_BYTES));
    const row = { name: SERVER_ROW, fingerprint: fingerprintOf(key), wrapped };
    await trx.insertInto('sealing').values(row).execute();
    return row;
  });
}
