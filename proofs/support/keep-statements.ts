import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A statement that the program prepared on SQLite. */
export interface KeptStatement {
  sql: string;
  /** The place in server/ that sent it. */
  from: string;
}

/** Calls of the database room lie between a statement and who wants it. */
const PLACE = /\/(?!server\/ground\/db\/)((?:server|domain|proofs|demo|bench|scripts)\/[\w./-]+\.ts:\d+)/;

/**
 * Writes each statement that the program sends to SQLite in this process, and no statement of a test's own, into a file
 * of this folder for `proofs/queries-explained.test.ts`.
 */
export function keepStatements(folder: string): void {
  const kept = new Set<string>();
  // Open from the start: a test can be another user meanwhile, who may write nothing here.
  const file = openSync(join(folder, `${process.pid}.jsonl`), 'a');
  const prepare: DatabaseSync['prepare'] = Reflect.get(DatabaseSync.prototype, 'prepare');
  DatabaseSync.prototype.prepare = function (sql, ...more) {
    const from = kept.has(sql) ? null : placeOf(sql);
    if (from?.startsWith('server/') && !from.includes('.test.ts')) {
      kept.add(sql);
      writeSync(file, `${JSON.stringify({ sql, from } satisfies KeptStatement)}\n`);
    }
    return prepare.call(this, sql, ...more);
  };
}

/** The stack reaches through what is awaited. */
function placeOf(sql: string): string | null {
  if (!/^\s*(?:with|select|insert|update|delete)\b/i.test(sql)) return null;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  // Behind the message, this function and the one above.
  for (const line of stack.split('\n').slice(3)) {
    const [, place] = line.includes('node_modules') ? [] : (PLACE.exec(line) ?? []);
    if (place !== undefined) return place;
  }
  return null;
}
