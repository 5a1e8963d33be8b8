import type { Config } from '#server/ground/config/config.ts';
import { openPostgres, type PostgresDatabase } from '#server/ground/db/postgres.ts';
import type { Tables } from '#server/ground/db/migrate.ts';
import type { StorageDeps } from '#server/ground/db/storage.ts';
import { openSqlite, type SqliteDatabase } from '#server/ground/db/sqlite.ts';

export type OpenDatabase = SqliteDatabase | PostgresDatabase;

/**
 * Opens the data; brings its tables up to date or, with `tables`, refuses those of another version. Throws a StartError
 * for problems that the administrator can solve.
 */
export async function openDatabase(
  { dataDir, databaseUrl, databaseDirectUrl }: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>,
  surroundings?: Partial<StorageDeps>,
  tables: Tables = 'brought up to date',
): Promise<OpenDatabase> {
  if (databaseUrl === null) return openSqlite(dataDir, surroundings, tables);
  return openPostgres(databaseUrl, {
    directUrl: databaseDirectUrl,
    tables,
    ...(surroundings?.log && { log: surroundings.log }),
  });
}
