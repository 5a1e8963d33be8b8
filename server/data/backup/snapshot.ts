import { closeSync, fdatasyncSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { discardCopy } from '#server/data/backup/discard-copy.ts';
import { type Contents, isNewer, isSound, readContents } from '#server/data/backup/inspect-database.ts';
import { DATABASE_FILE, dataFiles, takeLock } from '#server/ground/db/data-dir.ts';
import { isDamaged } from '#server/ground/db/errors.ts';
import { ALL_TABLES } from '#server/ground/db/tables.ts';
import { StartError, tellSystemError } from '#server/ground/process/start-error.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';

const BUSY_TIMEOUT_MS = 5000;
const PAGES_PER_STEP = 256;
const LONGEST_REST_MS = 20;

/** Tables that are emptied in the copy. */
const EMPTIED: readonly string[] = ALL_TABLES.flatMap(({ name, backup: rows }) => (rows === 'emptied' ? [name] : []));

export interface Snapshot extends Disposable {
  /** A complete database in one file next to the data, deleted on disposal. */
  file: string;
  contents: Contents;
}

/**
 * Copies and checks the database as of one instant, while another process keeps writing. Throws a StartError where
 * another backup of the folder runs.
 */
export async function takeSnapshot(dataDir: string): Promise<Snapshot> {
  const source = join(dataDir, DATABASE_FILE);
  if (sizeOf(source) === 0) throw new StartError(`DATA_DIR ${dataDir} holds no data.`);
  const lock = takeLock(join(dataDir, 'backup-lock.db'), `Another backup of DATA_DIR ${dataDir} is being made.`);
  const file = join(dataDir, 'snapshot.db');
  const dispose = (): void => {
    discardCopy(file);
    lock.close();
  };
  try {
    // A process that was killed leaves its copy behind.
    discardCopy(file);
    const contents = await copy(source, file);
    if (isNewer(contents)) {
      throw new StartError('The data was written by a newer version of Kabinet: make the backup with that version.');
    }
    return { file, contents: prepare(file, contents, dataDir), [Symbol.dispose]: dispose };
  } catch (error) {
    const told = isDamaged(error)
      ? damaged(dataDir)
      : tellSystemError(error, `DATA_DIR ${dataDir} cannot be copied`, [file, ...dataFiles(source)]);
    try {
      dispose();
    } catch {
      // The cause that prevents a new copy also prevents deleting an old one.
      lock.close();
    }
    throw told;
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch (error) {
    throw tellSystemError(error, `${file} cannot be read`);
  }
}

/** The transaction pins the snapshot: later writes stay in the write-ahead log, invisible to it. */
async function copy(source: string, file: string): Promise<Contents> {
  const target = openSync(file, 'wx', 0o600);
  giveToOwnerOf(dirname(file), file);
  const db = new DatabaseSync(source, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('begin');
    const contents = readContents(db);
    await backup(db, file, { rate: PAGES_PER_STEP, progress: restAfterStep(target) });
    return contents;
  } finally {
    db.close();
    closeSync(target);
  }
}

/** Syncs each step and rests after it, because a running server writes to the same disk. */
function restAfterStep(target: number): () => void {
  let stepBegan = performance.now();
  return () => {
    fdatasyncSync(target);
    rest(performance.now() - stepBegan);
    stepBegan = performance.now();
  };
}

function rest(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.min(ms, LONGEST_REST_MS));
}

/** Merges the copy into one file, empties the excluded tables, and compares the row counts with the source. */
function prepare(file: string, expected: Contents, dataDir: string): Contents {
  const db = new DatabaseSync(file);
  try {
    db.exec('pragma journal_mode = delete');
    db.exec('pragma secure_delete = on');
    for (const table of EMPTIED) {
      if (table in expected.rows) db.exec(`delete from ${table}`);
    }
    const contents = readContents(db);
    const whole = Object.entries(expected.rows).every(
      ([table, rows]) => contents.rows[table] === (EMPTIED.includes(table) ? 0 : rows),
    );
    if (!whole || !isSound(db)) throw damaged(dataDir);
    return contents;
  } finally {
    db.close();
  }
}

function damaged(dataDir: string): StartError {
  return new StartError(`The data in DATA_DIR ${dataDir} is damaged: no backup was made of it.`);
}
