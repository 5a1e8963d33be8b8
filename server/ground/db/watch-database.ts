import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/ground/config/config.ts';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { isDamaged } from '#server/ground/db/errors.ts';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import type { SqliteDatabase } from '#server/ground/db/sqlite.ts';
import { describeError } from '#server/ground/process/log.ts';
import { inProject } from '#server/ground/process/project-root.ts';

const CHECKER = inProject('server/data/backup/check-command.ts');
const SOUND = 0;
const DAMAGED = 3;
const NOT_CHECKED = 'database not checked';

/** The first requests run before the check. */
const FIRST_CHECK_MS = 2000;
const CHECK_EVERY_MS = 24 * 3600_000;
const RENEW_EVERY_MS = 10 * 60_000;
/** How long reads can go on from a replaced file. */
export const LOOK_EVERY_MS = 5000;

export interface DatabaseWatch {
  /** Checks an error of a request, which can be the first sign of damage. */
  noteError(error: unknown): void;
  stop(): Promise<void>;
}

interface Duties {
  config: Config;
  log: FastifyBaseLogger;
}

/** Watches the file of a single process; PostgreSQL watches its own. */
export async function watchDatabase(db: OpenDatabase, context: Duties): Promise<DatabaseWatch> {
  if (db.engine === 'postgres') return { noteError: () => undefined, stop: async () => undefined };
  const watch = new Watch(db, context);
  await watch.start();
  return watch;
}

class Watch implements DatabaseWatch {
  readonly #db: SqliteDatabase;
  readonly #context: Duties;
  readonly #timers: NodeJS.Timeout[] = [];
  #child: ChildProcess | null = null;
  #stopping = false;
  #reported: string | null = null;

  constructor(db: SqliteDatabase, context: Duties) {
    this.#db = db;
    this.#context = context;
  }

  async start(): Promise<void> {
    if (this.#db.wasReplaced) {
      this.#context.log.warn('kabinet.db was replaced while the server was off: everybody signs in anew');
    }
    await this.#renew();
    this.#timers.push(
      setInterval(() => this.#report(), LOOK_EVERY_MS).unref(),
      setInterval(() => void this.#renew(), RENEW_EVERY_MS).unref(),
      setTimeout(() => void this.#check(), FIRST_CHECK_MS).unref(),
      setInterval(() => void this.#check(), CHECK_EVERY_MS).unref(),
    );
  }

  noteError(error: unknown): void {
    // Pages of another file look damaged too, and that file can be removed again.
    if (isDamaged(error) && this.#db.look() === null) this.#db.distrust();
    this.#report();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#child?.kill('SIGKILL');
    await this.#renew();
  }

  /** Logs the beginning of a trouble once, and its end once. */
  #report(): void {
    const trouble = this.#db.look();
    if (trouble === this.#reported) return;
    if (trouble === null) this.#context.log.warn('database back in its place');
    else this.#context.log.error(trouble);
    this.#reported = trouble;
  }

  /** A full disk is no reason not to start or to stop: the file is the same, and the next renewal tries again. */
  async #renew(): Promise<void> {
    await this.#db
      .renewGeneration()
      .catch((error: unknown) => this.#context.log.warn(describeError(error), 'generation not renewed'));
  }

  async #check(): Promise<void> {
    try {
      const { exitCode: code, signalCode: signal } = await this.#runChecker();
      if (this.#stopping) return;
      if (code === DAMAGED) this.#db.distrust();
      // A cause that ends it by a signal does so every day.
      else if (signal !== null) this.#context.log.error({ signal }, NOT_CHECKED);
      else if (code === SOUND) this.#context.log.debug('database checked');
      else this.#context.log.warn({ code }, NOT_CHECKED);
      this.#report();
    } catch (error) {
      this.#context.log.warn(describeError(error), NOT_CHECKED);
    }
  }

  async #runChecker(): Promise<ChildProcess> {
    const file = join(this.#context.config.dataDir, DATABASE_FILE);
    const child = spawn(process.execPath, [CHECKER, file], { env: {}, stdio: 'ignore' });
    this.#child = child;
    try {
      await once(child, 'close');
      return child;
    } finally {
      this.#child = null;
    }
  }
}
