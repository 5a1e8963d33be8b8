import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Schema } from '#server/ground/db/schema.ts';
import type { Keys } from '#server/ground/sealing/keys.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

export type Engine = 'sqlite' | 'postgres';

export type Reader = Kysely<Schema>;

/** A writing transaction. Pass it on and use nothing else inside: on SQLite a second connection would wait for ever. */
export interface Write {
  trx: KyselyTransaction<Schema>;
  engine: Engine;
  /**
   * Makes other changes of this practitioner's clients or held time wait for the end of the transaction; called before
   * any count or lookup. At most one statement per transaction and practitioner, and none on SQLite, where a write is
   * alone from its beginning.
   */
  lock(owner: OwnerId): Promise<void>;
  /** Runs at the end of the transaction, in order: its writes are committed with everything before. */
  beforeCommit(run: () => Promise<void>): void;
  /** Runs after the commit, in order, and never after a rollback or before a retry. */
  afterCommit(run: () => void): void;
  /**
   * For every write that deletes people's words; the store's deletes call it. It empties SQLite's log, which still has
   * them, right after the commit; PostgreSQL maintains its own.
   */
  erasesTexts(): void;
}

export interface WriteOptions {
  /** Lets the write pass even without room for more data. */
  evenWhenFull?: boolean;
  /**
   * For a write of many rows, which gives other work turns of the event loop: it commits alone, so that no other write
   * waits for its end to be durable. On SQLite the writes that come meanwhile wait.
   */
  alone?: boolean;
}

/** For writes that free room, and those without which no user could continue: signing in, and the operator's. */
export const EVEN_WHEN_FULL: WriteOptions = { evenWhenFull: true };

/** Writes since the start. */
export interface WriteCounts {
  done: number;
  failed: number;
  /** Repeated because another one was in the way. */
  retried: number;
  /** Running now, or waiting for others. */
  running: number;
  /** The sum of all durations, waiting included. */
  seconds: number;
}

export interface Database {
  engine: Engine;
  /** Opens what is sealed, once the start has unlocked them. */
  keys: Keys;
  /** For reads outside transactions; does not wait for a writer. */
  read: Reader;
  /**
   * One transaction: all of it or nothing. SQLite: `begin immediate`, one writer at a time. PostgreSQL: serialization
   * failures and deadlocks are retried up to 5 times with jitter, then a 409. `run` can therefore run more than once.
   * A disk that is full is a 507, one that fails a 503.
   */
  write<Result>(run: (write: Write) => Promise<Result>, options?: WriteOptions): Promise<Result>;
  /** The writes of this process. */
  counts: WriteCounts;
  /**
   * Runs many reads as of one instant, on a connection of their own. Keep it short: SQLite's log and PostgreSQL's old
   * rows grow meanwhile.
   */
  snapshot<Result>(run: (reader: Reader) => Promise<Result>): Promise<Result>;
  /** Throws a DataUnavailable if the data can be neither read nor written. */
  check(): Promise<void>;
  close(): Promise<void>;
}
