import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { unwritable } from '#domain/errors.ts';
import type { WriteOptions } from '#server/ground/db/database.ts';
import { storageTrouble, type StorageTrouble } from '#server/ground/db/errors.ts';
import type { SqliteConnection } from '#server/ground/db/node-sqlite.ts';
import { describeError } from '#server/ground/process/log.ts';
import { asStartError } from '#server/ground/process/start-error.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';
import { rewriteLog } from '#server/ground/db/rewrite-log.ts';

const MB = 1024 * 1024;
const randomBytesSoon = promisify(randomBytes);

/** A file that is deleted when the disk is full, so that deletes and a sign-in can still be written. */
const RESERVE_FILE = 'reserve';
const UNFINISHED_RESERVE = 'reserve.new';
const RESERVE_BYTES = 16 * MB;
/** With less free space than this nothing is added: the rest is for the write-ahead log. */
const SHORT_BYTES = 8 * MB;
const PLENTY_BYTES = SHORT_BYTES + 2 * RESERVE_BYTES;
const FILLING = 0.85;
const LOOK_EVERY_MS = 1000;
/** Later than the start, because nothing waits for it. */
const RESERVE_AFTER_MS = 20_000;
/** A megabyte for writes that must pass even when the disk is full. */
const PAGES_KEPT = 256;
/** SQLite's own maximum. */
const ANY_SIZE = 4_294_967_294;

/** Access to the disk under the data, and the log for its trouble; tests replace single parts. */
export interface StorageDeps {
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Returns the free space and the size of the disk of a folder. */
  roomAt(folder: string): Room;
}

interface Room {
  free: number;
  total: number;
}

const DEFAULTS: StorageDeps = {
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  roomAt(folder) {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  },
};

/** Deletes the reserve, an unfinished one included. If that fails, the write goes on. */
function freeReserve(dataDir: string, log: StorageDeps['log']): void {
  for (const file of [RESERVE_FILE, UNFINISHED_RESERVE]) {
    try {
      rmSync(join(dataDir, file), { force: true });
    } catch (error) {
      log.warn(describeError(error), 'the reserve on the disk of DATA_DIR cannot be removed');
    }
  }
}

/** Runs before the database opens: repairs what a failing or full disk left behind. */
export function prepareStorage(dataDir: string, databaseFile: string, surroundings: Partial<StorageDeps> = {}): void {
  const { roomAt, log } = { ...DEFAULTS, ...surroundings };
  if (roomAt(dataDir).free < SHORT_BYTES) freeReserve(dataDir, log);
  try {
    rewriteLog(`${databaseFile}-wal`);
  } catch (error) {
    throw asStartError(error, `DATA_DIR ${dataDir} cannot be written`);
  }
}

/**
 * Adapts SQLite to the disk under its file. Short of space, the file keeps its size, so that changes use the room
 * inside it and larger writes are refused before they fill the write-ahead log for good. After a failure nothing is
 * written until the log is known to be on the disk.
 */
export class Storage {
  readonly #dataDir: string;
  readonly #connection: SqliteConnection;
  readonly #walFile: string;
  readonly #surroundings: StorageDeps;
  readonly #opened = performance.now();
  #checkedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  /** The most pages that the file may have while the disk is full; null otherwise. */
  #limit: number | null = null;
  #isFull = false;
  #isFilling = false;
  #isDoubtful = false;
  #isReserving = false;

  constructor(
    dataDir: string,
    databaseFile: string,
    connection: SqliteConnection,
    surroundings: Partial<StorageDeps> = {},
  ) {
    this.#dataDir = dataDir;
    this.#walFile = `${databaseFile}-wal`;
    this.#connection = connection;
    this.#surroundings = { ...DEFAULTS, ...surroundings };
  }

  /** Runs before each transaction; throws if none can be written. */
  beforeTransaction(): void {
    if (this.#isDoubtful) this.#recover();
    if (this.#isFull && this.#limit === null) this.#stopGrowing();
    const now = performance.now();
    if (now - this.#checkedAt < LOOK_EVERY_MS) return;
    this.#checkedAt = now;
    this.#checkRoom(now);
  }

  /** Called first in every transaction. */
  admit({ evenWhenFull = false }: WriteOptions): void {
    if (this.#limit !== null) this.#limitPages(this.#limit + (evenWhenFull ? PAGES_KEPT : 0));
  }

  /** Handles an error of the disk; returns whether a retry can succeed. */
  relieve(trouble: StorageTrouble): boolean {
    if (trouble === 'failing') {
      if (!this.#isDoubtful) this.#surroundings.log.error('the disk fails: nothing is written until it writes again');
      this.#isDoubtful = true;
      return false;
    }
    this.#isFull = true;
    // If the space was not limited yet, a retry frees the reserve first.
    return this.#limit === null;
  }

  #recover(): void {
    const now = performance.now();
    if (now - this.#triedAt < LOOK_EVERY_MS) throw unwritable();
    this.#triedAt = now;
    try {
      rewriteLog(this.#walFile);
    } catch (error) {
      throw unwritable(error);
    }
    this.#isDoubtful = false;
    this.#surroundings.log.warn('the disk writes again');
  }

  #checkRoom(now: number): void {
    const { free, total } = this.#surroundings.roomAt(this.#dataDir);
    const isPlenty = free >= PLENTY_BYTES;
    if (this.#limit === null && free < SHORT_BYTES) this.#stopGrowing();
    else if (this.#limit !== null && isPlenty) this.#growAgain();
    if (isPlenty && now - this.#opened > RESERVE_AFTER_MS) void this.#keepReserve();
    const isFilling = free < (1 - FILLING) * total;
    if (isFilling && !this.#isFilling) {
      this.#surroundings.log.warn({ freeMegabytes: Math.floor(free / MB) }, 'the disk of DATA_DIR is filling up');
    }
    this.#isFilling = isFilling;
  }

  #stopGrowing(): void {
    this.#isFull = true;
    freeReserve(this.#dataDir, this.#surroundings.log);
    // SQLite never sets the limit below the current size.
    this.#limit = this.#limitPages(1);
    this.#emptyLog();
    this.#surroundings.log.error('no room on the disk of DATA_DIR: the data does not grow until there is some');
  }

  #growAgain(): void {
    this.#isFull = false;
    this.#limit = null;
    this.#limitPages(ANY_SIZE);
    this.#surroundings.log.info('there is room on the disk of DATA_DIR again');
  }

  /** Copies what fits into the file; without room, SQLite retries after later writes. */
  #emptyLog(): void {
    try {
      this.#run('pragma wal_checkpoint(passive)');
    } catch (error) {
      if (storageTrouble(error) === null) throw error;
    }
  }

  /** Runs in the background. Writes random bytes, which no file system compresses. */
  async #keepReserve(): Promise<void> {
    const file = join(this.#dataDir, RESERVE_FILE);
    if (this.#isReserving || existsSync(file)) return;
    this.#isReserving = true;
    const unfinished = join(this.#dataDir, UNFINISHED_RESERVE);
    try {
      await rm(unfinished, { force: true });
      await writeFile(unfinished, await randomBytesSoon(RESERVE_BYTES), { mode: 0o600, flag: 'wx' });
      giveToOwnerOf(this.#dataDir, unfinished);
      // Not if the disk has filled up meanwhile.
      if (this.#limit === null) await rename(unfinished, file);
      if (this.#limit !== null) freeReserve(this.#dataDir, this.#surroundings.log);
    } catch (error) {
      this.#surroundings.log.warn(describeError(error), 'no reserve kept on the disk of DATA_DIR');
    } finally {
      this.#isReserving = false;
      await rm(unfinished, { force: true }).catch(() => undefined);
    }
  }

  #limitPages(most: number): number {
    const [row = {}] = this.#run(`pragma max_page_count = ${most}`);
    return Number(Object.values(row)[0]);
  }

  #run(pragma: string): object[] {
    return this.#connection
      .prepare(pragma)
      .all([])
      .filter((row) => typeof row === 'object' && row !== null);
  }
}
