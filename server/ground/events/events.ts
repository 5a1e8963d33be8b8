import type { Reader, Write } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { openRow } from '#server/ground/db/sealed-rows.ts';
import type { RecordTable } from '#server/ground/db/tables.ts';
import type { AnyRow } from '#server/ground/db/query.ts';

type Action = 'create' | 'update' | 'delete';

/** Rows that one statement wrote, as stored. */
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
  /**
   * Returns the record as this event left it, for a delete its last state; with several nodes as it is at the time of
   * the call, null if it is gone.
   */
  row(): Promise<Readonly<AnyRow> | null>;
}

/** The end of access to an account, which must end its open streams. */
export interface AccessEvent {
  user: string;
  /** The ended sign-in; absent where all of the account's ended. */
  signIn?: string;
}

/** Background work that a commit may leave to do. */
export type Work = 'letters' | 'erasures' | 'sealing';

type Listener<Event> = (event: Event) => void;

/**
 * Publishes changes of this process, after their commit, to listeners in this process. `SharedEvents` does so for
 * several processes with one database.
 */
export class Events {
  readonly #reader: () => Reader;
  readonly #records = new Set<Listener<RecordEvent>>();
  readonly #access = new Set<Listener<AccessEvent>>();
  readonly #missed = new Set<(owner?: OwnerId) => void>();
  readonly #work = new Map<Work, () => void>();
  readonly #counts = new Map<OwnerId, number>();
  /** Differs in each process, and changes after events that were missed. */
  #since = newRecordId();

  /** `reader` reads the keys that open sealed rows. */
  constructor(reader: () => Reader) {
    this.#reader = reader;
  }

  /** Publishes the rows that a transaction wrote, after its commit. */
  async publishRecords(write: Write, { rows, ...about }: RecordChange): Promise<void> {
    write.afterCommit(() => {
      for (const row of rows) {
        const id = String(row['id']);
        this.emitRecord({ ...about, id, row: async () => openRow(this.#reader(), about.collection, row) });
      }
    });
  }

  /** Makes the owner's pages reload after the commit, for more records than a stream should carry. */
  publishMissed(write: Write, owner: OwnerId): void {
    write.afterCommit(() => this.emitMissed(owner));
  }

  /** Publishes the event after the transaction's commit; in this process before the response to its request. */
  publishAccessEnded(write: Write, event: AccessEvent): void {
    write.afterCommit(() => this.emitAccessEnded(event));
  }

  /**
   * Returns a text that changes with the owner's next event and differs between processes and owners: if a stream
   * begins at the position at which something was read, it is current.
   */
  positionOf(owner: OwnerId): string {
    return `${this.#since} ${owner} ${this.#counts.get(owner) ?? 0}`;
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

  /** Calls the listener when recent events, of one owner or of all, reached no stream; further ones do again. */
  onMissed(listener: (owner?: OwnerId) => void): () => void {
    this.#missed.add(listener);
    return () => this.#missed.delete(listener);
  }

  /** Starts the work in this process after the transaction's commit, instead of at its next tick. */
  wakeAfter(write: Write, work: Work): void {
    write.afterCommit(() => this.wake(work));
  }

  wake(work: Work): void {
    this.#work.get(work)?.();
  }

  onWork(work: Work, begin: () => void): void {
    this.#work.set(work, begin);
  }

  protected emitRecord(event: RecordEvent): void {
    this.#advance(event.owner);
    for (const listener of this.#records) listener(event);
  }

  protected emitMissed(owner?: OwnerId): void {
    if (owner) this.#advance(owner);
    else this.#since = newRecordId();
    for (const listener of this.#missed) listener(owner);
  }

  #advance(owner: OwnerId): void {
    this.#counts.set(owner, (this.#counts.get(owner) ?? 0) + 1);
  }
}
