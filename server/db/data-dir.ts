import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError, tellSystemError } from '#server/db/start-error.ts';

const SQLITE_BUSY = 5;

/** The folder of a practice's data, held by this process alone until `release`. */
export interface DataDir {
  databaseFile: string;
  /** From now on a missing database file is a loss, not a beginning. */
  markInitialised(): void;
  release(): void;
}

export const DATABASE_FILE = 'kabinet.db';
export const LOCK_FILE = 'lock.db';
export const MARKER_FILE = 'initialised';

/** Creates the folder where it is missing (0700) and takes its lock; throws a StartError where it may not be used. */
export function claimDataDir(path: string): DataDir {
  const release = lockDataDir(path);
  try {
    return { ...describe(path), release };
  } catch (error) {
    release();
    throw tellSystemError(error, `DATA_DIR ${path} cannot be used`);
  }
}

/** The lock alone, without a look at what the folder holds; answers how it is released. */
export function lockDataDir(path: string): () => void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const lock = takeLock(join(path, LOCK_FILE), `DATA_DIR ${path} is in use by another running Kabinet.`);
    return () => lock.close();
  } catch (error) {
    throw tellSystemError(error, `DATA_DIR ${path} cannot be used`);
  }
}

function describe(path: string): Omit<DataDir, 'release'> {
  const databaseFile = join(path, DATABASE_FILE);
  if (isMarked(path) && (!existsSync(databaseFile) || statSync(databaseFile).size === 0)) {
    throw new StartError(
      `DATA_DIR ${path} held data before, but its file kabinet.db is missing: put it back from a backup.`,
    );
  }
  createPrivate(databaseFile);
  chmodSync(databaseFile, 0o600);
  return {
    databaseFile,
    markInitialised() {
      if (!isMarked(path)) writeMarker(path);
    },
  };
}

function isMarked(path: string): boolean {
  return existsSync(join(path, MARKER_FILE));
}

/** From now on a folder without its database file is refused instead of being begun anew. */
export function writeMarker(path: string): void {
  const text = 'The data is in kabinet.db beside this file.\n';
  writeFileSync(join(path, MARKER_FILE), text, { mode: 0o600, flush: true });
}

/**
 * A transaction that lasts as long as the process and ends with it, however it ends; throws a StartError that says
 * `busy` while another process has it. No other file function may touch a lock or kabinet.db: closing a second
 * descriptor of a file drops the locks that SQLite holds on it.
 */
export function takeLock(file: string, busy: string): DatabaseSync {
  createPrivate(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory');
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new StartError(busy);
    }
    throw error;
  }
}

/** Creates an empty file that only its owner may read; leaves one that exists alone. */
function createPrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
}
