import { readConfig } from '#server/ground/config/config.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { moveToPostgres } from '#server/data/move/move-to-postgres.ts';
import { moveToSqlite } from '#server/data/move/move-to-sqlite.ts';
import { runCommand } from '#server/ground/process/run-program.ts';

// `npm run move-to-postgres` and `npm run move-to-sqlite`: from DATA_DIR to DATABASE_URL, and back.

await runCommand(async () => {
  const config = readConfig();
  const { dataDir } = config;
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  const target = process.argv[2];
  if (databaseUrl === null) {
    throw new StartError(
      `DATABASE_URL must be set: the PostgreSQL database to move ${target === 'sqlite' ? 'from' : 'into'}.`,
    );
  }
  const tell = (table: string, rows: number): void => void process.stdout.write(`${table}: ${rows} rows, checked\n`);
  if (target === 'sqlite') {
    await moveToSqlite(databaseUrl, dataDir, tell);
    process.stdout.write(`DATA_DIR ${dataDir} holds the data now: start without DATABASE_URL.\n`);
  } else {
    await moveToPostgres(dataDir, databaseUrl, tell);
    process.stdout.write(
      'The database holds the data now: start with DATABASE_URL, and keep DATA_DIR until you have looked.\n',
    );
  }
});
