import { parseArgs } from 'node:util';
import type { Config } from '#server/config/config.ts';
import { StartError } from '#server/process/start-error.ts';

export interface BackupCommand {
  file: string;
  overwrite: boolean;
}

/** Parses the arguments of `npm run backup --` or `npm run restore --`. */
export function parseCommand(name: 'backup' | 'restore', args: string[]): BackupCommand {
  const usage = `Say npm run ${name} -- FILE${name === 'backup' ? ', and --overwrite to replace a file that exists' : ''}.`;
  try {
    const options = name === 'backup' ? { overwrite: { type: 'boolean' } as const } : {};
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || file === '' || more.length > 0) throw new StartError(usage);
    return { file, overwrite: values.overwrite === true };
  } catch (error) {
    throw error instanceof TypeError ? new StartError(usage) : error;
  }
}

/** Returns the folder of the SQLite file. Throws a StartError with PostgreSQL, which has no such folder. */
export function dataFolder({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string {
  if (databaseUrl === null) return dataDir;
  throw new StartError(
    'DATABASE_URL is set: PostgreSQL has its own pg_dump and pg_restore, docs/OPERATIONS.md says how to call them.',
  );
}
