import { closeSync, fdatasyncSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { type Contents, isNewer, isSound, readContents } from '#server/data/backup/inspect-database.ts';
import { copyPostgres } from '#server/data/backup/postgres-snapshot.ts';
import { withScratch } from '#server/data/backup/scratch.ts';
import { DATABASE_FILE, dataFiles } from '#server/ground/db/data-dir.ts';
import { isDamaged } from '#server/ground/db/errors.ts';
import { ALL_TABLES } from '#server/ground/db/tables.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';

const BUSY_TIMEOUT_MS = 5000;
const PAGES_PER_STEP = 256;
const LONGEST_REST_MS = 20;

/** Tables that are emptied in the copy. */
const EMPTIED: readonly string[] = ALL_TABLES.flatMap(({ name, backup: rows }) => (rows === 'emptied' ? [name] : []));

/** A complete database in one file. */
interface Snapshot {
  file: string;
  contents: Contents;
}

/**
 * Copies and checks the data as of one instant, while other processes keep writing, and runs with the copy, which lies
 * in DATA_DIR meanwhile. Throws a StartError where another backup of the folder is made.
 */
export async function withSnapshot<Result>(
  dataDir: string,
  databaseUrl: string | null,
  run: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const source = join(dataDir, DATABASE_FILE);
  if (databaseUrl === null && sizeOf(source) === 0) throw new StartError(`DATA_DIR ${dataDir} holds no data.`);
  try {
    return await withScratch(dataDir, async (folder) => {
      const file = join(folder, DATABASE_FILE);
      const expected = await (databaseUrl === null ? copySqlite(source, file) : copyPostgres(databaseUrl, folder));
      return run({ file, contents: prepare(file, expected?.rows ?? {}) });
    });
  } catch (error) {
    if (isDamaged(error)) throw damaged();
    throw asStartError(error, `DATA_DIR ${dataDir} cannot be copied`, dataFiles(source));
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch (error) {
    throw asStartError(error, `${file} cannot be read`);
  }
}

/** The transaction pins the snapshot: later writes stay in the write-ahead log, invisible to it. */
async function copySqlite(source: string, file: string): Promise<Contents> {
  const target = openSync(file, 'wx', 0o600);
  giveToOwnerOf(dirname(file), file);
  try {
    using db = new DatabaseSync(source, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    db.exec('begin');
    const contents = readContents(db);
    if (isNewer(contents)) {
      throw new StartError('The data was written by a newer version of Kabinet: make the backup with that version.');
    }
    await backup(db, file, { rate: PAGES_PER_STEP, progress: restAfterStep(target) });
    return contents;
  } finally {
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
function prepare(file: string, expected: Contents['rows']): Contents {
  using db = new DatabaseSync(file);
  db.exec('pragma journal_mode = delete');
  db.exec('pragma secure_delete = on');
  for (const table of EMPTIED) {
    if (table in expected) db.exec(`delete from ${table}`);
  }
  const contents = readContents(db);
  const whole = Object.entries(expected).every(
    ([table, rows]) => contents.rows[table] === (EMPTIED.includes(table) ? 0 : rows),
  );
  if (!whole || !isSound(db)) throw damaged();
  return contents;
}

function damaged(): StartError {
  return new StartError('The data is damaged: no backup was made of it.');
}
