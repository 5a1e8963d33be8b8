import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { SqliteConnection } from '#server/ground/db/node-sqlite.ts';

/** The longest that a write waits for a practice to open. */
const LONGEST_WAIT_MS = 5000;

/** A practice that changes in many short transactions, which say in their options that they belong to it. */
export interface Closing {
  readonly owner: string;
  /** Resolves once others may change the practice again. */
  readonly opened: Promise<void>;
  /** Shows the practice as it was, from `keepBefore` on. */
  before: Reader | null;
  /** Nobody works on it any more: the next roll back opens it. */
  isLeft: boolean;
  open(): void;
}

/** Ends a transaction of somebody else on a closed practice. */
export class PracticeClosed extends Error {
  override readonly name = 'PracticeClosed';
  readonly closing: Closing;

  constructor(closing: Closing) {
    super('The practice is closed.');
    this.closing = closing;
  }

  /** Throws a 503 where the practice stays closed for too long. */
  async wait(longestMs = LONGEST_WAIT_MS): Promise<void> {
    const given = new AbortController();
    const isOpen = this.closing.opened.then(() => true);
    const isLate = sleep(longestMs, false, { signal: given.signal }).catch(() => true);
    if (!(await Promise.race([isOpen, isLate]))) throw busy();
    given.abort();
  }
}

function busy(): AppError {
  return new AppError(503, 'An import into this practice is under way, try again soon.');
}

interface Opening {
  connect: () => SqliteConnection;
  readerOf: (connection: SqliteConnection) => Reader;
}

/** The practices of one SQLite file that only one caller may change at present. */
export class ClosedPractices {
  readonly #reading: SqliteConnection;
  readonly #connect: Opening['connect'];
  readonly #readerOf: Opening['readerOf'];
  readonly #closed = new Map<string, Closing & { end(): void }>();

  /** `connect` opens one more connection for reading, `readerOf` reads by one with the database's keys. */
  constructor(reading: SqliteConnection, { connect, readerOf }: Opening) {
    this.#reading = reading;
    this.#connect = connect;
    this.#readerOf = readerOf;
  }

  of(owner: string): Closing | undefined {
    return this.#closed.get(owner);
  }

  /** Returns the owners whose closing nobody works on. */
  left(): string[] {
    return [...this.#closed.values()].filter(({ isLeft }) => isLeft).map(({ owner }) => owner);
  }

  /** Throws where `owner` has a closed practice, unless `own` is its closing. */
  refuse(owner: string, own: Closing | undefined): void {
    const closing = this.#closed.get(owner);
    if (closing && closing !== own) throw new PracticeClosed(closing);
  }

  /** Closes a practice for everybody else's next transaction. Throws a 503 where it is closed. */
  close(owner: string): Closing {
    if (this.#closed.has(owner)) throw busy();
    const { promise: opened, resolve } = Promise.withResolvers<void>();
    const closing: Closing & { end(): void } = {
      owner,
      opened,
      before: null,
      isLeft: false,
      end: () => undefined,
      open: () => {
        if (this.#closed.get(owner) === closing) this.#closed.delete(owner);
        closing.end();
        resolve();
      },
    };
    this.#closed.set(owner, closing);
    return closing;
  }

  /** From now on `before` shows the practice as it is now. Until it opens, SQLite's log grows. */
  keepBefore(closing: Closing): void {
    const kept = this.#closed.get(closing.owner);
    if (kept !== closing) return;
    const snapshot = this.#connect();
    snapshot.prepare('begin').run([]);
    // The instant is that of the first read.
    snapshot.prepare('select 1 from migrations').all([]);
    let isOver = false;
    kept.end = () => {
      isOver = true;
      snapshot.close();
    };
    // A reader outlives the closing: what it reads afterwards is the practice of then.
    const chosen = (): SqliteConnection => (isOver ? this.#reading : snapshot);
    kept.before = this.#readerOf({
      prepare: (sql) => chosen().prepare(sql),
      close: () => undefined,
      isInTransaction: true,
    });
  }

  /** Ends the connections. */
  end(): void {
    for (const closing of this.#closed.values()) closing.end();
  }
}
