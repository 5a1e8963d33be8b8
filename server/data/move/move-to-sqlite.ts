import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readSecretValues, writeSecretsFile } from '#server/ground/secrets/secrets.ts';
import { syncFolder } from '#server/ground/process/sync-folder.ts';
import { openPostgres, type PostgresDatabase } from '#server/ground/db/postgres.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';
import { copyTables, MOVED_TABLES } from '#server/data/move/copy-tables.ts';
import { refuseNodes } from '#server/ground/nodes/refuse-nodes.ts';

/**
 * Copies all data of an unused PostgreSQL database into an empty or new folder, which is renamed to its final name
 * last. Tokens, links and ids stay valid, and the database is not changed.
 */
export async function moveToSqlite(
  databaseUrl: string,
  dataDir: string,
  tell: (table: string, rows: number) => void,
): Promise<void> {
  const unfinished = `${dataDir}.unfinished`;
  try {
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
      throw new StartError(`DATA_DIR ${dataDir} is not empty: name an empty folder, or one that is not there.`);
    }
    rmSync(unfinished, { recursive: true, force: true });
  } catch (error) {
    throw asStartError(error, `DATA_DIR ${dataDir} cannot be used`);
  }
  const source = await openPostgres(databaseUrl, { patient: true });
  try {
    await refuseNodes(source.read);
    await copyInto(unfinished, source, tell);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await source.close();
  }
  try {
    if (existsSync(dataDir)) replaceOwner(unfinished, dataDir);
    if (existsSync(dataDir)) rmdirSync(dataDir);
    await rename(unfinished, dataDir);
    await syncFolder(dataDir);
  } catch (error) {
    throw asStartError(error, `${unfinished} holds the data, and cannot be renamed to DATA_DIR ${dataDir}`);
  }
}

/** Gives the folder to the owner of the folder that it replaces, because that user reads it. */
function replaceOwner(folder: string, replaced: string): void {
  for (const name of readdirSync(folder)) giveToOwnerOf(replaced, join(folder, name));
  giveToOwnerOf(replaced, folder);
}

/**
 * Uses one snapshot of the source and one transaction in the target. A node that starts meanwhile can write nothing,
 * and aborts the copy if it still runs at the end.
 */
async function copyInto(
  folder: string,
  source: PostgresDatabase,
  tell: (table: string, rows: number) => void,
): Promise<void> {
  const target = await openSqlite(folder);
  try {
    writeSecretsFile(await readSecretValues({ dataDir: folder }, source), folder);
    await source.read
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (from) => {
        await sql`set local statement_timeout = 0`.execute(from);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(from);
        // Before the first query, which takes the snapshot.
        await sql`lock table ${sql.join(MOVED_TABLES.map(({ name }) => sql.table(name)))} in share mode`.execute(from);
        await target.write(async ({ trx }) => {
          await copyTables(from, trx, 'sqlite', tell);
          await refuseNodes(from);
        });
      });
  } finally {
    await target.close();
  }
}
