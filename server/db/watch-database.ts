import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import { DATABASE_FILE } from '#server/db/data-dir.ts';
import { isDamaged } from '#server/db/errors.ts';
import type { OpenDatabase } from '#server/db/open-database.ts';
import type { SqliteDatabase } from '#server/db/sqlite.ts';
import { describeError } from '#server/log.ts';

const CHECKER = join(import.meta.dirname, 'check-command.ts');
const SOUND = 0;
const DAMAGED = 3;

/** The first requests go first. */
const FIRST_CHECK_MS = 2000;
const CHECK_EVERY_MS = 24 * 3600_000;
const RENEW_EVERY_MS = 10 * 60_000;
const LOOK_EVERY_MS = 5000;

export interface DatabaseWatch {
  /** Hears of an error in a request, which may be the first sign of damage. */
  hear(error: unknown): void;
  stop(): Promise<void>;
}

type Duties = Pick<Context, 'config' | 'log'>;

/** Looks after the file of a single process; a PostgreSQL looks after its own. */
export async function watchDatabase(db: OpenDatabase, context: Duties): Promise<DatabaseWatch> {
  if (db.engine === 'postgres') return { hear: () => undefined, stop: async () => undefined };
  const watch = new Watch(db, context);
  await watch.start();
  return watch;
}

class Watch implements DatabaseWatch {
  readonly #db: SqliteDatabase;
  readonly #context: Duties;
  readonly #timers: NodeJS.Timeout[] = [];
  #child: ChildProcess | null = null;
  #told: string | null = null;

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
      setInterval(() => this.#tell(), LOOK_EVERY_MS).unref(),
      setInterval(() => void this.#renew(), RENEW_EVERY_MS).unref(),
      setTimeout(() => void this.#check(), FIRST_CHECK_MS).unref(),
      setInterval(() => void this.#check(), CHECK_EVERY_MS).unref(),
    );
  }

  hear(error: unknown): void {
    if (isDamaged(error)) this.#db.distrust();
    this.#tell();
  }

  async stop(): Promise<void> {
    this.#timers.forEach((timer) => clearTimeout(timer));
    this.#child?.kill('SIGKILL');
    await this.#renew();
  }

  /** Says once that something is wrong, and once that it is not any more. */
  #tell(): void {
    const trouble = this.#db.trouble();
    if (trouble === this.#told) return;
    if (trouble === null) this.#context.log.warn('database back in its place');
    else this.#context.log.error(trouble);
    this.#told = trouble;
  }

  /** A disk that is full is no reason not to start or to stop: the file is the same, and the next time tries again. */
  async #renew(): Promise<void> {
    await this.#db
      .renewGeneration()
      .catch((error: unknown) => this.#context.log.warn(describeError(error), 'generation not renewed'));
  }

  async #check(): Promise<void> {
    try {
      const code = await this.#runChecker();
      if (code === DAMAGED) this.#db.distrust();
      else if (code !== SOUND && code !== null) this.#context.log.warn({ code }, 'database not checked');
      this.#tell();
    } catch (error) {
      this.#context.log.warn(describeError(error), 'database not checked');
    }
  }

  async #runChecker(): Promise<number | null> {
    const file = join(this.#context.config.dataDir, DATABASE_FILE);
    const child = spawn(process.execPath, [CHECKER, file], { env: {}, stdio: 'ignore' });
    this.#child = child;
    try {
      const [code] = await once(child, 'close');
      return typeof code === 'number' ? code : null;
    } finally {
      this.#child = null;
    }
  }
}
