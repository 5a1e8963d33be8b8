import { sql } from 'kysely';
import { type SecretValues, storeSecretValues } from '#server/ground/secrets/secrets.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { copyTables } from '#server/data/move/copy-tables.ts';
import { refuseNodes } from '#server/ground/nodes/refuse-nodes.ts';

interface Filling {
  tell: (table: string, rows: number) => void;
  /** The stored half of the secrets that sign tokens; without them the next start makes new ones. */
  secrets?: SecretValues;
  /** All tables that a move copies, or those that a backup holds. */
  tables?: Parameters<typeof copyTables>[4];
}

/** Copies the tables of a SQLite database into an empty PostgreSQL database that no node uses: everything or nothing. */
export async function fillPostgres(
  from: Reader,
  databaseUrl: string,
  { tell, secrets, tables }: Filling,
): Promise<void> {
  const target = await openPostgres(databaseUrl, { patient: true });
  try {
    await target.write(async ({ trx }) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      // A node that starts on this database meanwhile waits for the secrets before it registers an account.
      await sql`lock table secrets, users in share row exclusive mode`.execute(trx);
      await refuseNodes(trx);
      // If a node was once started on the empty database, its secret has hashed and sealed nothing.
      await trx.deleteFrom('kept_secrets').execute();
      await trx.deleteFrom('sealing').execute();
      await copyTables(from, trx, 'postgres', tell, tables);
      if (secrets) await storeSecretValues(secrets, trx);
    });
  } finally {
    await target.close();
  }
}
