import type { Write } from '#server/db/database.ts';
import type { OwnerId } from '#server/identity/actor.ts';
import { decodeRow } from '#server/db/row-codec.ts';
import type { RecordTable } from '#server/db/tables.ts';
import type { AnyRow } from '#server/db/loose-tables.ts';

type Action = 'create' | 'update' | 'delete';

/** Rows that one statement wrote, as they are stored. */
export interface RecordChange {
  collection: RecordTable;
  action: Action;
  owner: OwnerId;
  rows: readonly Readonly<AnyRow>[];
}

export interface RecordEvent {
  collection: RecordTable;
  action: Action;
  owner: OwnerId;
  id: string;
  /** The record as it is when it is asked for; for a delete the last one. null where it is gone by then. */
  row(): Promise<Readonly<AnyRow> | null>;
}

/** Something happened to an account that open streams must follow. */
export interface AccessEvent {
  user: string;
  /** The sign-in that ended; absent: all of the account's. */
  signIn?: string;
}

type Listener<Event> = (event: Event) => void;

/**
 * What happened after a commit, told to those of this process who follow it. Here they hear of what this process does
 * itself; `SharedEvents` is for several that share a database.
 */
export class Events {
  readonly #records = new Set<Listener<RecordEvent>>();
  readonly #access = new Set<Listener<AccessEvent>>();
  readonly #missed = new Set<() => void>();

  /** Has the rows that a transaction wrote told when it is committed. */
  async tellRecords(write: Write, { rows, ...about }: RecordChange): Promise<void> {
    write.afterCommit(() => {
      for (const row of rows)
        this.emitRecord({ ...about, id: String(row['id']), row: async () => decodeRow(about.collection, row) });
    });
  }

  /** Has it told when the transaction is committed; in this process before its request is answered. */
  tellAccessEnded(write: Write, event: AccessEvent): void {
    write.afterCommit(() => this.emitAccessEnded(event));
  }

  emitAccessEnded(event: AccessEvent): void {
    for (const listener of this.#access) listener(event);
  }

  onRecord(listener: Listener<RecordEvent>): () => void {
    this.#records.add(listener);
    return () => this.#records.delete(listener);
  }

  onAccessEnded(listener: Listener<AccessEvent>): () => void {
    this.#access.add(listener);
    return () => this.#access.delete(listener);
  }

  /** Hears that what happened in the last while was not told, and that from now on everything is again. */
  onMissed(listener: () => void): () => void {
    this.#missed.add(listener);
    return () => this.#missed.delete(listener);
  }

  protected emitRecord(event: RecordEvent): void {
    for (const listener of this.#records) listener(event);
  }

  protected emitMissed(): void {
    for (const listener of this.#missed) listener();
  }
}
