import { spawn } from 'node:child_process';
import { addAbortListener, once } from 'node:events';
import { mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  backupInstant,
  backupName,
  listBackups,
  newestBackup,
  surplusBackups,
} from '#server/data/backup/backup-names.ts';
import { followBackup, noteBackup } from '#server/data/backup/follow-backup.ts';
import { configuredSealingKey } from '#server/data/backup/keys.ts';
import { type Config, ConfigError } from '#server/ground/config/config.ts';
import type { Context } from '#server/ground/context.ts';
import type { Counts } from '#server/ground/process/counts.ts';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';
import { type BackgroundWork, startWork } from '#server/ground/process/background-work.ts';
import { describeError } from '#server/ground/process/log.ts';
import { programFile } from '#server/ground/process/project-root.ts';

const PROGRAM = programFile('server/kabinet.ts');
const EVERY = { hours: 24 };
/** The interval of checks, and so of retries after a failure. */
const LOOK_EVERY_MS = 10 * 60_000;

/** The key of an advisory lock, under which one of several nodes makes the backup. */
const BACKUP_LOCK = 3_118_920_467;

type BackupContext = Pick<Context, 'config' | 'log' | 'now'> & { counts: Counts; db: OpenDatabase };

/**
 * Makes a backup whenever the newest in BACKUP_DIR is a day old, across restarts; does nothing where BACKUP_DIR is
 * empty. A stop ends a backup that is being made: the next start makes another.
 */
export function startDailyBackups(context: BackupContext): Pick<BackgroundWork, 'stop'> {
  const { config, log } = context;
  if (config.backupDir === null) return { stop: async () => undefined };
  const folder = resolve(config.backupDir);
  refuseUnsafe(config, folder);
  return startWork((signal) => look(context, folder, signal), {
    tickMs: LOOK_EVERY_MS,
    failed: (error) => log.error(describeError(error), 'backup failed'),
  });
}

/** Throws a ConfigError where a backup would be lost with the data or lie next to its key. */
function refuseUnsafe(config: Config, backupDir: string): void {
  const { dataDir, backupKeyFile } = config;
  if (isInside(backupDir, dataDir))
    throw new ConfigError('BACKUP_DIR must not lie in DATA_DIR: both would be lost at once.');
  if (backupKeyFile !== null && isInside(backupKeyFile, backupDir)) {
    throw new ConfigError('BACKUP_KEY_FILE must not lie in BACKUP_DIR: who finds a backup would find its key.');
  }
  configuredSealingKey(config);
}

/**
 * Returns why the folder cannot be read and written; null where it can. A disk that is away comes back: until then the
 * log reports failed backups. Does not create the folder, which would lie on another disk.
 */
async function troubleWith(backupDir: string): Promise<string | null> {
  try {
    await readdir(backupDir);
    await rmdir(await mkdtemp(join(backupDir, '.kabinet-')));
    return null;
  } catch (error) {
    const told = asStartError(error, `BACKUP_DIR ${backupDir} cannot be used`);
    if (told instanceof StartError) return told.message;
    throw error;
  }
}

function isInside(path: string, folder: string): boolean {
  return !/^\.\.(?:[/\\]|$)/.test(relative(resolve(folder), resolve(path)));
}

async function look(context: BackupContext, folder: string, signal: AbortSignal): Promise<void> {
  const isDue = async (): Promise<boolean> => {
    const now = context.now();
    // A folder that cannot be read counts as empty: `backUp` reports what is wrong with it.
    const newest = await newestBackup(folder, now).catch(() => null);
    return newest === null || Temporal.Instant.compare(newest, now.subtract(EVERY)) <= 0;
  };
  if (await isDue()) {
    await asOnlyNode(context.db, async () => {
      // Another node may have made it while this one waited.
      if (await isDue()) await backUp(context, join(folder, backupName(context.now())), signal);
    });
  }
  await followBackup(context, folder, signal);
}

async function backUp(context: BackupContext, file: string, signal: AbortSignal): Promise<void> {
  const { log, counts, config } = context;
  const began = performance.now();
  const reason = (await troubleWith(dirname(file))) ?? (await runBackup(config, file, signal));
  if (signal.aborted) return;
  if (reason !== null) {
    counts.backups.failed += 1;
    log.error({ reason }, 'backup failed, tried again in ten minutes');
    return;
  }
  counts.backups.made += 1;
  log.info({ file: basename(file), ms: Math.round(performance.now() - began) }, 'backup made');
  await noteBackup(context, basename(file));
  await forgetOld(dirname(file), backupName(context.now()), config.backupKeep);
}

/** Runs the backup in its own process; returns the reason of its failure, or null. */
async function runBackup(config: Config, file: string, signal: AbortSignal): Promise<string | null> {
  const child = spawn(process.execPath, [PROGRAM, 'backup', 'make', file], {
    env: {
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? '',
      DATABASE_DIRECT_URL: config.databaseDirectUrl ?? '',
      BACKUP_KEY_FILE: config.backupKeyFile ?? '',
      BACKUP_RECIPIENT: config.backupRecipients.join(','),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  using listening = new DisposableStack();
  listening.use(addAbortListener(signal, () => child.kill()));
  const said = child.stderr.setEncoding('utf8').toArray();
  const [code, by] = await once(child, 'close');
  if (code === 0) return null;
  return by === null ? refusalIn((await said).join('')) : `it was ended by ${String(by)}`;
}

/** Returns the program's own error sentence for the log; any other output is left out, because it can contain data. */
function refusalIn(said: string): string {
  return /^[^\n]+\.\n$/.test(said) ? said.trim() : 'it ended unexpectedly';
}

/** Runs for one node of several at a time; for the others it does nothing. */
async function asOnlyNode(db: OpenDatabase, run: () => Promise<void>): Promise<void> {
  if (db.engine === 'sqlite') return run();
  const client = await db.connect();
  // A lost connection frees the lock; a second backup does no harm.
  client.on('error', () => undefined);
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1::bigint) as mine', [
      BACKUP_LOCK,
    ]);
    if (rows[0]?.mine === true) await run();
  } finally {
    await client.end();
  }
}

/**
 * Deletes backups that are not kept any more, and unfinished ones. Names from the future, made while the clock was wrong, do
 * not count: each new backup would be deleted for them.
 */
async function forgetOld(folder: string, now: string, keep: Config['backupKeep']): Promise<void> {
  const names = (await listBackups(folder)).filter((name) => name <= now);
  const old = surplusBackups(names, keep);
  const unfinished = (await readdir(folder)).filter(
    (name) => name.endsWith('.part') && backupInstant(name.slice(0, -5)) !== null,
  );
  for (const name of [...old, ...unfinished]) await rm(join(folder, name), { force: true });
}
