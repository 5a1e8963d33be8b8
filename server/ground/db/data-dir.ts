import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseFile, writeMarker } from '#server/ground/db/database-file.ts';
import { InUse, StartError, asStartError } from '#server/ground/process/start-error.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';

const SQLITE_BUSY = 5;

/** The folder of the data, locked by this process alone until `release`. */
export interface DataDir {
  databaseFile: DatabaseFile;
  /** Whether the database file is another one than the program wrote last. */
  replaced: boolean;
  /** Records that the folder has data: from now on a missing database file is an error and not a first start. */
  markInitialised(): void;
  release(): void;
}

export const DATABASE_FILE = 'kabinet.db';
export const LOCK_FILE = 'lock.db';
export const MARKER_FILE = 'initialised';

/** Returns the database file and the files that SQLite keeps next to it. */
export function dataFiles(database: string): string[] {
  return [database, `${database}-wal`, `${database}-shm`];
}

/** Creates a missing folder (0700) and takes its lock; throws a StartError if it cannot be used. */
export function claimDataDir(path: string): DataDir {
  const release = lockDataDir(path);
  try {
    const described = describe(path);
    return {
      ...described,
      release() {
        described.databaseFile.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw asStartError(error, `DATA_DIR ${path} cannot be used`, [path, join(path, DATABASE_FILE)]);
  }
}

/** Creates a missing folder (0700); PostgreSQL needs it too, for the list of the erased. Throws a StartError. */
export function makeDataDir(path: string): void {
  try {
    if (mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined) giveToOwnerOf(dirname(path), path);
  } catch (error) {
    throw asStartError(error, `DATA_DIR ${path} cannot be used`);
  }
}

/** Takes the lock without checking the folder's contents; returns a function that releases it. */
export function lockDataDir(path: string): () => void {
  try {
    makeDataDir(path);
    const lock = takeLock(join(path, LOCK_FILE), `DATA_DIR ${path} is in use by another running Kabinet.`);
    return () => lock.close();
  } catch (error) {
    throw asStartError(error, `DATA_DIR ${path} cannot be used`);
  }
}

function describe(path: string): Omit<DataDir, 'release'> {
  const file = join(path, DATABASE_FILE);
  const marker = join(path, MARKER_FILE);
  const isMarked = existsSync(marker);
  if (isMarked && sizeOf(file) === 0) {
    throw new StartError(
      `DATA_DIR ${path} held data before, but its file kabinet.db is missing: put it back from a backup.`,
    );
  }
  createPrivate(file);
  chmodSync(file, 0o600);
  const databaseFile = new DatabaseFile(file, marker);
  try {
    return {
      databaseFile,
      replaced: adoptOrRefuse(path, databaseFile),
      markInitialised() {
        if (!isMarked) writeMarker(marker);
      },
    };
  } catch (error) {
    databaseFile.close();
    throw error;
  }
}

/**
 * Returns whether the file is another one than before. Throws next to a log of the old file: SQLite would mix the two.
 */
function adoptOrRefuse(path: string, databaseFile: DatabaseFile): boolean {
  if (databaseFile.isOurs()) return false;
  if (sizeOf(`${databaseFile.path}-wal`) > 0) {
    throw new StartError(
      `In DATA_DIR ${path} kabinet.db was replaced and kabinet.db-wal belongs to the file before: ` +
        'put that file back, or move both away and run kabinet backup restore.',
    );
  }
  databaseFile.adopt();
  return true;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Takes a lock that ends with the process, however that ends: an open SQLite transaction. Throws an InUse with the
 * message `busy` while another process holds it, and another StartError where the folder cannot be used. No other file
 * function may touch a lock or kabinet.db: closing a second descriptor of a file drops the locks that SQLite holds on
 * it.
 */
export function takeLock(file: string, busy: string, isOfData = true): DatabaseSync {
  let lock: DatabaseSync | null = null;
  try {
    createPrivate(file);
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('pragma journal_mode = memory');
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new InUse(busy);
    }
    throw asStartError(error, `${isOfData ? 'DATA_DIR ' : ''}${dirname(file)} cannot be used`, [file]);
  }
}

/** Creates an empty file that only its owner can read; keeps an existing one. */
function createPrivate(file: string): void {
  if (existsSync(file)) return;
  closeSync(openSync(file, 'wx', 0o600));
  giveToOwnerOf(dirname(file), file);
}
