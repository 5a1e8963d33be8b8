import { moveToPostgres } from '#server/data/move/move-to-postgres.ts';
import { moveToSqlite } from '#server/data/move/move-to-sqlite.ts';
import { directUrlOf } from '#server/data/backup/postgres-snapshot.ts';
import { type Config, readConfig } from '#server/ground/config/config.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import type { Command, CommandCall } from '#server/operation/operator/command.ts';

const postgres: Command = {
  name: 'move postgres',
  args: [],
  summary: 'all data from DATA_DIR into the empty database of DATABASE_URL, while no program runs',
  async run(call) {
    const { config, databaseUrl } = readMove(call, 'into');
    await moveToPostgres(config.dataDir, databaseUrl, tellTable(call));
    const done = 'The database holds the data now: start with DATABASE_URL, and keep DATA_DIR until you have looked.';
    call.print({ moved: 'postgres' }, [done]);
  },
};

const sqlite: Command = {
  name: 'move sqlite',
  args: [],
  summary: 'all data from the database of DATABASE_URL into an empty DATA_DIR, while no program runs',
  async run(call) {
    const { config, databaseUrl } = readMove(call, 'from');
    await moveToSqlite(databaseUrl, config.dataDir, tellTable(call));
    const done = `DATA_DIR ${config.dataDir} holds the data now: start without DATABASE_URL.`;
    call.print({ moved: 'sqlite' }, [done]);
  },
};

export const MOVES: readonly Command[] = [postgres, sqlite];

function readMove({ env }: CommandCall, way: 'from' | 'into'): { config: Config; databaseUrl: string } {
  const config = readConfig(env);
  const databaseUrl = directUrlOf(config);
  if (databaseUrl === null) throw new StartError(`DATABASE_URL must be set: the PostgreSQL database to move ${way}.`);
  return { config, databaseUrl };
}

function tellTable({ terminal }: CommandCall) {
  return (table: string, rows: number): void => terminal.tell(`${table}: ${rows} rows, checked`);
}
