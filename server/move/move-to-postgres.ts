import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openSecrets, storeSecrets } from '#server/accounts/secrets.ts';
import { DATABASE_FILE } from '#server/db/data-dir.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { StartError } from '#server/process/start-error.ts';
import { copyTables } from '#server/move/copy-tables.ts';
import { refuseNodes } from '#server/nodes/refuse-nodes.ts';

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
    const secrets = await openSecrets({ dataDir }, source);
    const from = source.read;
    const target = await openPostgres(databaseUrl, { patient: true });
    try {
      await target.write(async ({ trx }) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
        // A node that starts on this database meanwhile waits for the secrets before it registers an account.
        await sql`lock table secrets, users in share row exclusive mode`.execute(trx);
        await refuseNodes(trx);
        // That of a node that was once started on the empty database has hashed and sealed nothing.
        await trx.deleteFrom('kept_secrets').execute();
        await trx.deleteFrom('sealing').execute();
        await copyTables(from, trx, 'postgres', tell);
        await storeSecrets(secrets, trx);
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
