import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Schema } from '#server/ground/db/schema.ts';
import type { Keys } from '#server/ground/sealing/keys.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

export type Engine = 'sqlite' | 'postgres';

export type Reader = Kysely<Schema>;

/** A writing transaction. Code inside must use nothing else: on SQLite a second connection would wait for ever. */
export interface Write {
  trx: KyselyTransaction<Schema>;
  engine: Engine;
  /**
   * Makes other changes of this practitioner's clients or held time wait until the transaction ends; call it before any
   * count or lookup. Costs at most one statement per transaction and practitioner, and none on SQLite, where only one
   * write runs at a time.
   */
  lock(owner: OwnerId): Promise<void>;
  /** Runs at the end of the transaction, in order; what it writes is committed with the rest. */
  beforeCommit(run: () => Promise<void>): void;
  /** Runs after the commit, in order; never after a rollback. */
  afterCommit(run: () => void): void;
  /**
   * To be called by every write that deletes people's words; the store's deletes do. It empties SQLite's log, which
   * still has them, right after the commit; PostgreSQL recycles its own.
   */
  erasesTexts(): void;
}

export interface WriteOptions {
  /** Lets the write pass even when the disk is short of space. */
  evenWhenFull?: boolean;
  /**
   * For a write of many rows, during which other work runs. It commits alone, so that other writes do not wait for it
   * to become durable with them; on SQLite writes that arrive meanwhile wait until it ends.
   */
  alone?: boolean;
}

/** For writes that free space, and those without which no user could continue: signing in, and the operator's. */
export const EVEN_WHEN_FULL: WriteOptions = { evenWhenFull: true };

/** Counts of the writes since the start. */
export interface WriteCounts {
  done: number;
  failed: number;
  /** Retries because another write was in the way. */
  retried: number;
  /** Running now, waiting ones included. */
  running: number;
  /** The sum of all durations, waiting included. */
  seconds: number;
}

export interface Database {
  engine: Engine;
  /** The keys of sealed texts, once they are unlocked at the start. */
  keys: Keys;
  /** For reads outside transactions; does not wait for a writer. */
  read: Reader;
  /**
   * Runs one transaction, with retries. SQLite: `begin immediate`, one writer at a time. PostgreSQL: serialization
   * failures and deadlocks are retried up to 5 times with jitter, then a 409. So `run` may run more than once. Throws a
   * 507 for a full disk and a 503 for one that fails.
   */
  write<Result>(run: (write: Write) => Promise<Result>, options?: WriteOptions): Promise<Result>;
  /** The counts of this process. */
  counts: WriteCounts;
  /**
   * Runs many reads on one snapshot, on a connection of their own. Keep it short: SQLite's log and PostgreSQL's old
   * rows grow meanwhile.
   */
  snapshot<Result>(run: (reader: Reader) => Promise<Result>): Promise<Result>;
  /** Throws a DataUnavailable if the data can be neither read nor written. */
  check(): Promise<void>;
  close(): Promise<void>;
}
