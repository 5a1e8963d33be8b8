import { sql } from 'kysely';
import type { Reader } from '#server/ground/db/database.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { loose } from '#server/ground/db/query.ts';

export type LedgerTable = 'blog_posts' | 'sessions' | 'booking';

/** One record after a write: the columns that were sent, or null where it was deleted. */
export interface Change {
  table: LedgerTable;
  id: string;
  after: Readonly<Record<string, string | number>> | null;
}

type After = Change['after'];

interface Entry {
  table: LedgerTable;
  id: string;
  /** Its state after each change that is known to be stored, oldest first. */
  history: After[];
}

type Stored = Readonly<Record<string, unknown>>;

/**
 * The writes sent to a server and its responses. An acknowledged write must be stored for ever; one with an unknown
 * outcome can be stored or not, but only whole. Only one caller at a time writes a record.
 */
export class WriteLedger {
  readonly #entries = new Map<string, Entry>();
  readonly #forgotten = new Set<string>();
  readonly #begun: (readonly Change[])[] = [];
  readonly #open = new Set<readonly Change[]>();
  /** Changes that were acknowledged. */
  acknowledged = 0;

  /** Call before sending. */
  begin(changes: readonly Change[]): void {
    this.#begun.push(changes);
    this.#open.add(changes);
  }

  /** Records a 2xx response. */
  acknowledge(changes: readonly Change[]): void {
    if (!this.#open.delete(changes)) throw new Error('Only what was begun is acknowledged.');
    this.acknowledged += changes.length;
    for (const change of changes) this.#enter(change);
  }

  /** Records a response that nothing was written. */
  refuse(changes: readonly Change[]): void {
    this.#open.delete(changes);
  }

  /** Writes with an unknown outcome: without a response or with a 5xx. */
  get unanswered(): readonly (readonly Change[])[] {
    return [...this.#open];
  }

  /** Whether the outcome of a write of the record is unknown. */
  isOpen(id: string): boolean {
    return this.#open.values().some((changes) => changes.some((change) => change.id === id));
  }

  /** Another caller deleted or created the record: the ledger no longer checks it. */
  forget(id: string): void {
    this.#entries.delete(id);
    this.#forgotten.add(id);
  }

  /** The record's known stored state: null where it does not exist. */
  stateOf(id: string): After {
    return this.#entries.get(id)?.history.at(-1) ?? null;
  }

  /**
   * Returns descriptions of faults in the stored rows; empty where all is well. Afterwards the ledger knows which
   * writes with an unknown outcome are stored.
   */
  async faults(db: Reader): Promise<string[]> {
    const stored = await readStored(db);
    const faults = this.#settleOpen(stored);
    for (const { table, id, history } of this.#entries.values()) {
      const { row, lines } = stored.get(id) ?? MISSING;
      const wanted = history.at(-1) ?? null;
      if (!matches(row, wanted)) faults.push(`${table} ${id}: an answered write is not stored`);
      if (lines !== history.length) faults.push(`${table} ${id}: ${history.length} changes, ${lines} journal lines`);
    }
    for (const [id, { lines }] of stored) {
      if (lines > 0 && !this.#entries.has(id) && !this.#forgotten.has(id))
        faults.push(`${id}: journal lines of nothing that was written`);
    }
    return faults;
  }

  /**
   * The same for a copy of the data from an earlier moment, at which each record had this number of acknowledged
   * changes. The journal shows which of its changes a record has seen.
   */
  async faultsAt(db: Reader, answers: ReadonlyMap<string, number>): Promise<string[]> {
    const stored = await readStored(db);
    const faults: string[] = [];
    for (const [id, history] of this.#everythingSent()) {
      const { row, lines } = stored.get(id) ?? MISSING;
      if (lines < (answers.get(id) ?? 0)) faults.push(`${id}: an answered write is not stored`);
      else if (!matches(row, history[lines - 1] ?? null)) faults.push(`${id}: not what it was after ${lines} changes`);
    }
    for (const changes of this.#begun) {
      const made = changes.filter(({ id }) => (stored.get(id) ?? MISSING).lines > 0).length;
      if (changes.length > 1 && made > 0 && made < changes.length) {
        faults.push(`${made} of ${changes.length} changes of one write are stored`);
      }
    }
    return faults;
  }

  #everythingSent(): Map<string, After[]> {
    const sent = new Map(Array.from(this.#entries, ([id, { history }]) => [id, [...history]]));
    for (const { id, after } of [...this.#open].flat()) sent.set(id, [...(sent.get(id) ?? []), after]);
    return sent;
  }

  #settleOpen(stored: ReadonlyMap<string, StoredRecord>): string[] {
    const faults: string[] = [];
    for (const changes of this.#open) {
      // A stored change adds a journal entry; an earlier equal state does not.
      const done = changes.filter(
        ({ id }) => (stored.get(id) ?? MISSING).lines > (this.#entries.get(id)?.history.length ?? 0),
      );
      if (done.length > 0 && done.length < changes.length) {
        faults.push(`${done.length} of ${changes.length} changes of one write are stored`);
      }
      for (const change of done) this.#enter(change);
    }
    this.#open.clear();
    return faults;
  }

  #enter({ table, id, after }: Change): void {
    if (this.#forgotten.has(id)) return;
    const entry = this.#entries.get(id) ?? { table, id, history: [] };
    entry.history.push(after);
    this.#entries.set(id, entry);
  }
}

interface StoredRecord {
  row: Stored | null;
  /** The number of journal entries about this record. */
  lines: number;
}

const MISSING: StoredRecord = { row: null, lines: 0 };

/** Returns all records of the ledger's tables that have journal entries; planted records have none. */
async function readStored(db: Reader): Promise<Map<string, StoredRecord>> {
  const stored = new Map<string, StoredRecord>();
  const lines = await sql<{ record: string; lines: number }>`
    select record, cast(count(*) as integer) as lines from journal
    where subject in ('blog_posts', 'sessions', 'booking') and action in ('create', 'update', 'delete') group by record
  `.execute(db);
  for (const { record, lines: count } of lines.rows) stored.set(record, { row: null, lines: count });
  for (const table of ['blog_posts', 'sessions', 'booking'] as const) {
    const rows = await loose(db).selectFrom<string>(table).selectAll().execute();
    for (const row of await openRows(db, table, rows)) {
      const { id } = row;
      stored.set(id, { row, lines: stored.get(id)?.lines ?? 0 });
    }
  }
  return stored;
}

function matches(row: Stored | null, wanted: After): boolean {
  if (row === null || wanted === null) return row === wanted;
  return Object.entries(wanted).every(([column, value]) => row[column] === value);
}
