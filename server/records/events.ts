import type { RecordTable } from '#server/records/collection.ts';
import type { OwnerId } from '#server/records/actor.ts';

export interface RecordEvent {
  collection: RecordTable;
  action: 'create' | 'update' | 'delete';
  owner: OwnerId;
  /** The stored row; for a delete the last one. */
  row: Readonly<Record<string, unknown>>;
}

/** Something happened to an account that open streams must follow. */
export interface AccessEvent {
  user: string;
  /** The sign-in that ended; absent: all of the account's. */
  signIn?: string;
}

type Listener<Event> = (event: Event) => void;

/** What happened after a commit, told to realtime streams of this process. */
export class Events {
  readonly #records = new Set<Listener<RecordEvent>>();
  readonly #access = new Set<Listener<AccessEvent>>();

  emitRecord(event: RecordEvent): void {
    for (const listener of this.#records) listener(event);
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
}
