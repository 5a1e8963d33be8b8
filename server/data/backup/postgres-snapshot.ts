import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { isSound, readContents } from '#server/data/backup/inspect-database.ts';
import { discardScratch, makeScratch } from '#server/data/backup/scratch.ts';
import type { Snapshot } from '#server/data/backup/snapshot.ts';
import type { Config } from '#server/ground/config/config.ts';
import { DATABASE_FILE, makeDataDir, takeLock } from '#server/ground/db/data-dir.ts';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { copyTables, KEPT_TABLES } from '#server/data/move/copy-tables.ts';
import { StartError } from '#server/ground/process/start-error.ts';

/** In DATA_DIR, for as long as the backup is made. */
const SCRATCH = 'backup-scratch';

/**
 * Copies what a backup holds of a PostgreSQL database, as of one instant, into a SQLite file in DATA_DIR, while nodes go
 * on writing. Every table is read back and compared. Throws a StartError for tables of another version.
 */
export async function takePostgresSnapshot(dataDir: string, databaseUrl: string): Promise<Snapshot> {
  makeDataDir(dataDir);
  const lock = takeLock(join(dataDir, 'backup-lock.db'), `Another backup of DATA_DIR ${dataDir} is being made.`);
  const dispose = (): void => {
    discardScratch(join(dataDir, SCRATCH));
    lock.close();
  };
  try {
    const folder = makeScratch(dataDir, SCRATCH);
    await copyInto(folder, databaseUrl);
    const file = join(folder, DATABASE_FILE);
    return { file, contents: readCopy(file), [Symbol.dispose]: dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

async function copyInto(folder: string, databaseUrl: string): Promise<void> {
  const source = await openPostgres(databaseUrl, { patient: true, tables: 'as they are' });
  try {
    const target = await openSqlite(folder);
    try {
      await source.snapshot(async (from) => {
        await sql`set local statement_timeout = 0`.execute(from);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(from);
        await target.write(({ trx }) => copyTables(from, trx, 'sqlite', () => undefined, KEPT_TABLES));
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Merges the copy into one file. */
function readCopy(file: string): Snapshot['contents'] {
  const db = new DatabaseSync(file);
  try {
    db.exec('pragma journal_mode = delete');
    if (!isSound(db)) throw new StartError('The copy of the database is damaged: no backup was made.');
    return readContents(db);
  } finally {
    db.close();
  }
}

/** The database past a pooler, which would end what lasts as long as its connection. */
export function directUrlOf({ databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>) {
  return databaseDirectUrl ?? databaseUrl;
}
