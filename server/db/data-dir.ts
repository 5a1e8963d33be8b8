import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/db/start-error.ts';

const SQLITE_BUSY = 5;

/** The folder of a practice's data, held by this process alone until `release`. */
export interface DataDir {
  databaseFile: string;
  /** From now on a missing database file is a loss, not a beginning. */
  markInitialised(): void;
  release(): void;
}

/** Creates the folder where it is missing (0700) and takes its lock; throws a StartError where it may not be used. */
export function claimDataDir(path: string): DataDir {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const lock = takeLock(path);
    try {
      return { ...describe(path), release: () => lock.close() };
    } catch (error) {
      lock.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof StartError || !(error instanceof Error) || !('code' in error)) throw error;
    throw new StartError(`DATA_DIR ${path} cannot be used (${String(error.code)}).`);
  }
}

function describe(path: string): Omit<DataDir, 'release'> {
  const databaseFile = join(path, 'kabinet.db');
  const marker = join(path, 'initialised');
  if (existsSync(marker) && (!existsSync(databaseFile) || statSync(databaseFile).size === 0)) {
    throw new StartError(
      `DATA_DIR ${path} held data before, but its file kabinet.db is missing: put it back from a backup.`,
    );
  }
  createPrivate(databaseFile);
  chmodSync(databaseFile, 0o600);
  return {
    databaseFile,
    markInitialised() {
      if (existsSync(marker)) return;
      writeFileSync(marker, 'The data is in kabinet.db beside this file.\n', { mode: 0o600, flush: true });
    },
  };
}

/**
 * A transaction that lasts as long as the process and ends with it, however it ends. No other file function may touch
 * lock.db or kabinet.db: closing a second descriptor of a file drops the locks that SQLite holds on it.
 */
function takeLock(path: string): DatabaseSync {
  const file = join(path, 'lock.db');
  createPrivate(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory');
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new StartError(`DATA_DIR ${path} is in use by another running Kabinet.`);
    }
    throw error;
  }
}

/** Creates an empty file that only its owner may read; leaves one that exists alone. */
function createPrivate(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600));
}
