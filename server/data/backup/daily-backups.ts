import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import {
  backupInstant,
  backupName,
  listBackups,
  newestBackup,
  surplusBackups,
} from '#server/data/backup/backup-names.ts';
import { BackupFollower } from '#server/data/backup/follow-backup.ts';
import { configuredSealingKey } from '#server/data/backup/keys.ts';
import type { Config } from '#server/ground/config/config.ts';
import type { Context } from '#server/ground/context.ts';
import type { Counts } from '#server/ground/process/counts.ts';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import { StartError, tellSystemError } from '#server/ground/process/start-error.ts';
import { describeError } from '#server/ground/process/log.ts';
import { inProject } from '#server/ground/process/project-root.ts';

const PROGRAM = inProject('server/data/backup/backup-command.ts');
const EVERY = { hours: 24 };
/** The interval of checks, and so of retries after a failure. */
const LOOK_EVERY_MS = 10 * 60_000;

/** An advisory lock of the database: of several nodes one makes the backup. */
const BACKUP_LOCK = 3_118_920_467;

export interface DailyBackups {
  /** Aborts a running backup; the next start makes another. */
  stop(): Promise<void>;
}

type Duties = Pick<Context, 'config' | 'log' | 'now'> & { counts: Counts; db: OpenDatabase };

/**
 * Makes a backup whenever the newest in BACKUP_DIR is a day old, across restarts; does nothing where BACKUP_DIR is
 * empty.
 */
export function startDailyBackups(context: Duties): DailyBackups {
  const { backupDir } = context.config;
  if (backupDir === null) return { stop: async () => undefined };
  refuseUnsafe(context.config, backupDir);
  const keeper = new Keeper(context, resolve(backupDir));
  keeper.start();
  return keeper;
}

/** Throws a StartError where a backup would be lost with the data or lie next to its key. */
function refuseUnsafe(config: Config, backupDir: string): void {
  const { dataDir, backupKeyFile } = config;
  if (isInside(backupDir, dataDir))
    throw new StartError('BACKUP_DIR must not lie in DATA_DIR: both would be lost at once.');
  if (backupKeyFile !== null && isInside(backupKeyFile, backupDir)) {
    throw new StartError('BACKUP_KEY_FILE must not lie in BACKUP_DIR: who finds a backup would find its key.');
  }
  configuredSealingKey(config);
  try {
    mkdirSync(backupDir, { recursive: true, mode: 0o700 });
    rmdirSync(mkdtempSync(join(backupDir, '.kabinet-')));
  } catch (error) {
    // A full disk can get free space again; until then the log reports failed backups.
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
    throw tellSystemError(error, `BACKUP_DIR ${backupDir} cannot be written`);
  }
}

function isInside(path: string, folder: string): boolean {
  return !/^\.\.(?:[/\\]|$)/.test(relative(resolve(folder), resolve(path)));
}

class Keeper implements DailyBackups {
  readonly #context: Duties;
  readonly #folder: string;
  #timer: NodeJS.Timeout | null = null;
  readonly #follower: BackupFollower;
  #looking: Promise<void> | null = null;
  #child: ChildProcess | null = null;
  #stopping = false;

  constructor(context: Duties, folder: string) {
    this.#context = context;
    this.#folder = folder;
    this.#follower = new BackupFollower(context, folder);
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    this.#look();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#child?.kill();
    await this.#follower.stop();
    await this.#looking;
  }

  /** Runs one check at a time, so that a slow backup does not start twice. */
  #look(): void {
    this.#looking ??= this.#backUpIfDue()
      .catch((error: unknown) => this.#context.log.error(describeError(error), 'backup failed'))
      .finally(() => (this.#looking = null));
  }

  async #backUpIfDue(): Promise<void> {
    if (await this.#isDue()) {
      await asOnlyNode(this.#context.db, async () => {
        // Another node may have made it while this one waited.
        if (await this.#isDue()) await this.#backUp(backupName(this.#context.now()));
      });
    }
    if (!this.#stopping) await this.#follower.catchUp();
  }

  async #isDue(): Promise<boolean> {
    const now = this.#context.now();
    const newest = await newestBackup(this.#folder, now);
    return newest === null || Temporal.Instant.compare(newest, now.subtract(EVERY)) <= 0;
  }

  async #backUp(name: string): Promise<void> {
    const { log, counts } = this.#context;
    const began = performance.now();
    const reason = await this.#run(join(this.#folder, name));
    if (this.#stopping) return;
    if (reason !== null) {
      counts.backups.failed += 1;
      log.error({ reason }, 'backup failed, tried again in ten minutes');
      return;
    }
    counts.backups.made += 1;
    log.info({ file: name, ms: Math.round(performance.now() - began) }, 'backup made');
    await this.#follower.begin(name);
    await forgetOld(this.#folder, backupName(this.#context.now()), this.#context.config.backupKeep);
  }

  /** Runs the backup in its own process; returns the reason of its failure, or null. */
  async #run(file: string): Promise<string | null> {
    const { dataDir, databaseUrl, databaseDirectUrl, backupKeyFile, backupRecipients } = this.#context.config;
    const child = spawn(process.execPath, [PROGRAM, file], {
      env: {
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl ?? '',
        DATABASE_DIRECT_URL: databaseDirectUrl ?? '',
        BACKUP_KEY_FILE: backupKeyFile ?? '',
        BACKUP_RECIPIENT: backupRecipients.join(','),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    const said = child.stderr.setEncoding('utf8').toArray();
    try {
      const [code, signal] = await once(child, 'close');
      if (code === 0) return null;
      return signal === null ? refusalIn((await said).join('')) : `it was ended by ${String(signal)}`;
    } finally {
      this.#child = null;
    }
  }
}

/** Returns the program's own error sentence for the log; any other output is left out, because it can contain data. */
function refusalIn(said: string): string {
  return /^[^\n]+\.\n$/.test(said) ? said.trim() : 'it ended unexpectedly';
}

/** Runs for one node of several at a time; for the others it does nothing. */
async function asOnlyNode(db: OpenDatabase, run: () => Promise<void>): Promise<void> {
  if (db.engine === 'sqlite') return run();
  const client = await db.connect();
  // Without its connection the lock is free, and a second backup does no harm.
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
