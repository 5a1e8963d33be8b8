import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { OwnerId } from '#server/identity/actor.ts';

export type Engine = 'sqlite' | 'postgres';

export type Reader = Kysely<Schema>;

/** A writing transaction. Pass it on and use nothing else inside: on SQLite a second connection would wait for ever. */
export interface Write {
  trx: KyselyTransaction<Schema>;
  engine: Engine;
  /**
   * Makes others who change this practitioner's clients or held time wait for the end of the transaction; called before
   * anything is counted or looked up. At most one statement per transaction and practitioner, and none on SQLite, where
   * a write is alone from its beginning.
   */
  lock(owner: OwnerId): Promise<void>;
  /** Runs as the last of the transaction, in order: what it writes is committed with everything before. */
  beforeCommit(run: () => Promise<void>): void;
  /** Runs after the commit, in order, and never when the transaction was rolled back or is run again. */
  afterCommit(run: () => void): void;
  /**
   * For every write that deletes people's words; the store's deletes call it. SQLite's log, in which they still stand, is
   * emptied right after the commit. PostgreSQL looks after its own.
   */
  erasesTexts(): void;
}

export interface WriteOptions {
  /** It passes where there is no room for more data. */
  evenWhenFull?: boolean;
}

/** For what frees room, and what nobody could go on without. */
export const EVEN_WHEN_FULL: WriteOptions = { evenWhenFull: true };

export interface Database {
  engine: Engine;
  /** For reading outside transactions; does not wait for a writer. */
  read: Reader;
  /**
   * One transaction: all of it or nothing. SQLite: `begin immediate`, one writer at a time. PostgreSQL: serialization
   * failures and deadlocks are retried up to 5 times with jitter, then a 409. `run` may therefore run more than once.
   * A disk that is full is a 507, one that fails a 503.
   */
  write<Result>(run: (write: Write) => Promise<Result>, options?: WriteOptions): Promise<Result>;
  /** Throws a DataUnavailable where the data can be neither read nor written. */
  check(): Promise<void>;
  close(): Promise<void>;
}
