import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretValues } from '#server/ground/secrets/secrets.ts';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { fillPostgres } from '#server/data/move/fill-postgres.ts';

/**
 * Copies all data of an unused folder into an empty PostgreSQL database: everything or nothing. Tokens, links and ids
 * stay valid, because their secrets are moved as well, and the folder is not changed.
 */
export async function moveToPostgres(
  dataDir: string,
  databaseUrl: string,
  tell: (table: string, rows: number) => void,
): Promise<void> {
  if (!existsSync(join(dataDir, DATABASE_FILE))) throw new StartError(`DATA_DIR ${dataDir} holds no data.`);
  const source = await openSqlite(dataDir);
  try {
    const secrets = await readSecretValues({ dataDir }, source);
    await fillPostgres(source.read, databaseUrl, { tell, secrets });
  } finally {
    await source.close();
  }
}
