import { sql } from 'kysely';
import type { Config } from '#server/ground/config/config.ts';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { copyTables, KEPT_TABLES } from '#server/data/move/copy-tables.ts';

/**
 * Copies what a backup holds of a PostgreSQL database, as of one instant, into a SQLite database in a folder, while nodes
 * go on writing. Every table is read back and compared. Throws a StartError for tables of another version.
 */
export async function copyPostgres(databaseUrl: string, folder: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const source = await openPostgres(databaseUrl, { patient: true, tables: 'as they are' });
  stack.defer(() => source.close());
  const target = await openSqlite(folder);
  stack.defer(() => target.close());
  await source.snapshot(async (from) => {
    await sql`set local statement_timeout = 0`.execute(from);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(from);
    await target.write(({ trx }) => copyTables(from, trx, 'sqlite', () => undefined, KEPT_TABLES));
  });
}

/** The database past a pooler, which would end what lasts as long as its connection. */
export function directUrlOf({ databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>) {
  return databaseDirectUrl ?? databaseUrl;
}
