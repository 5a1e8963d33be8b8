import type { Config } from '#server/config/config.ts';
import { openPostgres, type PostgresDatabase } from '#server/db/postgres.ts';
import type { Surroundings } from '#server/db/storage.ts';
import { openSqlite, type SqliteDatabase } from '#server/db/sqlite.ts';

export type OpenDatabase = SqliteDatabase | PostgresDatabase;

/**
 * Opens the data and brings its tables up to date. Throws a StartError for problems that the administrator can solve.
 */
export async function openDatabase(
  { dataDir, databaseUrl, databaseDirectUrl }: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>,
  surroundings?: Partial<Surroundings>,
): Promise<OpenDatabase> {
  if (databaseUrl === null) return openSqlite(dataDir, surroundings);
  return openPostgres(databaseUrl, { directUrl: databaseDirectUrl });
}
