import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { storageTrouble } from '#server/ground/db/errors.ts';
import { BUSY_TIMEOUT_MS } from '#server/ground/db/node-sqlite.ts';
import type { Schema } from '#server/ground/db/schema.ts';
import type { Storage } from '#server/ground/db/storage.ts';

/**
 * Between two attempts: deletes in quick succession share one, and an attempt that a reader prevented is repeated after
 * it.
 */
const REST_MS = 250;

interface Checkpoint {
  busy: number;
  log: number;
  checkpointed: number;
}

/**
 * Empties SQLite's write-ahead log. Otherwise the log keeps copies of pages with texts that `secure_delete` has
 * overwritten in the database itself, until later writes overwrite them.
 */
export class LogEmptier {
  readonly #writing: Kysely<Schema>;
  readonly #storage: Storage;
  /** Returns false if another file has taken the database's place; its log is left alone. */
  readonly #isOurs: () => boolean;
  #isAsked = false;
  #isWorking = false;
  #isClosed = false;

  constructor(writing: Kysely<Schema>, storage: Storage, isOurs: () => boolean) {
    this.#writing = writing;
    this.#storage = storage;
    this.#isOurs = isOurs;
  }

  /** Requests that the log be emptied soon, after the requests that wait; repeated until it is empty. */
  ask(): void {
    this.#isAsked = true;
    if (!this.#isWorking) void this.#work();
  }

  /**
   * Copies the whole log into the database and truncates it, without waiting for readers. Returns whether the database
   * has all of it; while a reader uses an older snapshot, the log itself remains and has to be emptied later.
   */
  async empty(): Promise<boolean> {
    const [{ busy, log, checkpointed } = { busy: 1, log: -1, checkpointed: -1 }] = await this.#writing
      .connection()
      .execute(async (connection) => {
        this.#storage.beforeTransaction();
        // Otherwise SQLite would wait for readers, and block the thread.
        await sql`pragma busy_timeout = 0`.execute(connection);
        try {
          return (await sql<Checkpoint>`pragma wal_checkpoint(truncate)`.execute(connection)).rows;
        } finally {
          await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(connection);
        }
      });
    if (busy !== 0) this.ask();
    return log >= 0 && log === checkpointed;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    // The requests that asked for it get their responses first.
    await setImmediate();
    while (this.#isAsked && !this.#isClosed) {
      this.#isAsked = false;
      if (this.#isOurs()) await this.empty().catch((error: unknown) => this.#tryAgain(error));
      await sleep(REST_MS, undefined, { ref: false });
    }
    this.#isWorking = false;
  }

  #tryAgain(error: unknown): void {
    const trouble = storageTrouble(error);
    if (trouble !== null) this.#storage.relieve(trouble);
    this.#isAsked = true;
  }
}
