import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import { containsText } from '#domain/text/contains-text.ts';
import { fold } from '#domain/text/fold.ts';
import type { AnyRow } from '#server/ground/db/query.ts';

/** Filters make statements of many forms; the most recent ones stay prepared. */
const CACHED_STATEMENTS = 300;

const CHANGES_TABLES = /^\s*(?:alter|create|drop)\b/i;

/** How long a statement waits for another process. */
export const BUSY_TIMEOUT_MS = 5000;

export interface SqliteConnection extends SqliteDatabase {
  /** False after SQLite ended a transaction by itself, as it does if the disk is full or fails. */
  readonly isInTransaction: boolean;
}

/**
 * Opens one connection. SQLite runs in this process and its calls are synchronous, so one connection to read and one to
 * write are enough.
 */
export function connect(file: string, use: 'read' | 'write'): SqliteConnection {
  const db = new DatabaseSync(file, { readOnly: use === 'read', timeout: BUSY_TIMEOUT_MS });
  try {
    if (use === 'write') {
      // Overwrites deleted text, from the first table on. A commit with a response survives a power cut.
      db.exec('pragma secure_delete = on');
      db.exec('pragma journal_mode = wal');
      db.exec('pragma synchronous = full');
      db.exec('pragma journal_size_limit = 67108864');
      db.exec('pragma recursive_triggers = on');
    }
    db.exec('pragma foreign_keys = on');
    // Reports a damaged page before anything is read from it.
    db.exec('pragma cell_size_check = on');
    // A sort that spills to a file would leave readable data in the system's folder for temporary files.
    db.exec('pragma temp_store = memory');
    db.exec('pragma cache_size = -16000');
    db.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : text));
    db.function('contains_folded', { deterministic: true }, containsFolded());
    return new Connection(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Defines the SQL function `contains_folded(text, needle)`: whether the folded text contains the needle. Folds a text
 * once for several needles in a row.
 */
function containsFolded(): (text: unknown, needle: unknown) => number {
  let last = { text: '', folded: '' };
  return (text, needle) => {
    if (typeof text !== 'string') return 0;
    if (text !== last.text) last = { text, folded: fold(text) };
    return containsText(last.folded, String(needle)) ? 1 : 0;
  };
}

class Connection implements SqliteConnection {
  readonly #db: DatabaseSync;
  readonly #statements = new LRUCache<string, SqliteStatement>({ max: CACHED_STATEMENTS });

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  get isInTransaction(): boolean {
    return this.#db.isTransaction;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#adapt(sql);
    // Other cached statements may read columns that are about to change.
    if (CHANGES_TABLES.test(sql)) this.#statements.clear();
    else this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    if (this.#db.isOpen) this.#db.close();
  }

  #adapt(sql: string): SqliteStatement {
    const statement = this.#prepareArrays(sql);
    let names = namesOf(statement);
    const objectsOf = (rows: readonly unknown[]): object[] => {
      const [first] = rows;
      // Another connection added a column.
      if (Array.isArray(first) && first.length !== names.length) names = namesOf(statement);
      return rows.map((row) => objectOf(names, row));
    };
    return {
      reader: names.length > 0,
      all: (parameters) => objectsOf(statement.all(...parameters.map(inputValue))),
      run: (parameters) => statement.run(...parameters.map(inputValue)),
      // A separate statement, because a second caller of the same SQL would reset the loop through the rows.
      iterate: (parameters) =>
        this.#prepareArrays(sql)
          .iterate(...parameters.map(inputValue))
          .map((row) => objectOf(names, row)),
    };
  }

  /** The objects that `node:sqlite` makes of rows take twice as long, also to read. */
  #prepareArrays(sql: string): StatementSync {
    const statement = this.#db.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  }
}

/** Returns the names of the columns as interned strings, which are compared by reference and not by their text. */
function namesOf(statement: StatementSync): string[] {
  return statement.columns().flatMap(({ name }) => Object.keys({ [name]: null }));
}

function objectOf(names: readonly string[], values: unknown): object {
  const row: AnyRow = {};
  if (Array.isArray(values)) for (let at = 0; at < names.length; at += 1) row[names[at] ?? ''] = values[at];
  return row;
}

/** Refuses booleans and dates, as PostgreSQL does: the tables hold 0, 1 and texts. */
function inputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value;
  throw new TypeError(`A parameter of type ${typeof value} cannot be stored.`);
}
