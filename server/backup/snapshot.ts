import { closeSync, fdatasyncSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { discardCopy } from '#server/backup/discard-copy.ts';
import { type Contents, isNewer, isSound, readContents } from '#server/backup/inspect-database.ts';
import { DATABASE_FILE, dataFiles, takeLock } from '#server/db/data-dir.ts';
import { isDamaged } from '#server/db/errors.ts';
import { ALL_TABLES } from '#server/db/tables.ts';
import { StartError, tellSystemError } from '#server/process/start-error.ts';
import { giveToOwnerOf } from '#server/process/whose-file.ts';

const BUSY_TIMEOUT_MS = 5000;
const PAGES_PER_STEP = 256;
const LONGEST_REST_MS = 20;

/** Emptied in the copy. */
const EMPTIED: readonly string[] = ALL_TABLES.flatMap(({ name, backup: rows }) => (rows === 'emptied' ? [name] : []));

export interface Snapshot extends Disposable {
  /** A complete database in one file beside the data, gone when disposed of. */
  file: string;
  contents: Contents;
}

/**
 * Copies the database as it is at one instant, while another process goes on writing, and checks the copy. One at a time
 * of each folder.
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
    // Left behind by a process that was killed.
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
      // What stands in the way of a new copy stands in the way of removing an old one.
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

/** The transaction keeps the instant: what others write meanwhile stays in the write-ahead log, out of its sight. */
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

/** Little by little to the disk, with rests between: a server that writes waits for the same disk. */
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

/** Makes one file of the copy, empties what is left out, and compares it with what was to be copied. */
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
