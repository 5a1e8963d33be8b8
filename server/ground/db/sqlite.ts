import { randomInt } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import type { Database, Reader } from '#server/ground/db/database.ts';
import { claimDataDir, dataFiles } from '#server/ground/db/data-dir.ts';
import { bindKeys } from '#server/ground/db/data-keys.ts';
import type { DatabaseFile } from '#server/ground/db/database-file.ts';
import { isDamaged, storageTrouble } from '#server/ground/db/errors.ts';
import { LogEmptier } from '#server/ground/db/log-emptier.ts';
import { migrate, refuseOtherTables, type Tables } from '#server/ground/db/migrate.ts';
import { migrations } from '#server/ground/db/migrations/all.ts';
import { connect, type SqliteConnection } from '#server/ground/db/node-sqlite.ts';
import { ImmediateSqliteDialect, sqliteReader, sqliteWriter } from '#server/ground/db/sqlite-kysely.ts';
import type { Schema } from '#server/ground/db/schema.ts';
import { warnFirst } from '#server/ground/process/log.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';
import { prepareStorage, Storage, type StorageDeps } from '#server/ground/db/storage.ts';
import { refuseInsideWrite, writer } from '#server/ground/db/transaction.ts';
import { Keys } from '#server/ground/sealing/keys.ts';
import { DataUnavailable } from '#server/ground/db/unavailable.ts';

/** Why the contents of the file cannot be trusted. */
export type Trouble = 'database replaced' | 'database damaged';

export interface SqliteDatabase extends Database {
  engine: 'sqlite';
  /** Whether the file at this start is not the one at the last stop. */
  wasReplaced: boolean;
  /** Checks the file, as every write does; reads rely on the latest check. Returns null where nothing is wrong. */
  findTrouble(): Trouble | null;
  /** Stops all reads and writes because the data is damaged. */
  reportDamage(): void;
  /**
   * Gives the file a new generation, which no earlier copy has, and empties the log of data replaced or deleted before.
   * Does nothing without writes since the last call.
   */
  renewGeneration(): Promise<void>;
}

const LARGEST_GENERATION = 2 ** 31 - 1;

/** Opens DATA_DIR/kabinet.db for this process alone and brings its tables up to date. */
export async function openSqlite(
  dataDir: string,
  surroundings: Partial<StorageDeps> = {},
  tables: Tables = 'brought up to date',
): Promise<SqliteDatabase> {
  const claimed = claimDataDir(dataDir);
  const file = claimed.databaseFile;
  const closing = [() => claimed.release()];
  const close = (): void => {
    while (closing.length > 0) closing.pop()?.();
  };
  try {
    prepareStorage(dataDir, file.path, surroundings);
    const writing = connect(file.path, 'write');
    closing.push(() => writing.close());
    const storage = new Storage(dataDir, file.path, writing, surroundings);
    const beforeBegin = (): void => storage.beforeTransaction();
    const bare = new Kysely<unknown>({ dialect: new ImmediateSqliteDialect(writing, beforeBegin) });
    await (tables === 'as they are'
      ? refuseOtherTables(bare)
      : migrate(bare, 'sqlite', migrations, (...words) => warnFirst(surroundings.log, ...words)));
    claimed.markInitialised();
    // Before the reading connection opens, which loads the statistics only once.
    takeStatistics(writing);
    const reading = connect(file.path, 'read');
    closing.push(() => {
      // The writer closes last, to copy the write-ahead log into the file; it closes first if another file is there
      // now, to leave that file's log alone.
      if (file.isOurs()) takeStatistics(writing);
      else writing.close();
      reading.close();
    });
    const keys = new Keys();
    const readerOf = (connection: SqliteConnection): Reader => {
      const reader = sqliteReader(connection);
      bindKeys(reader, keys);
      return reader;
    };
    const kysely = sqliteWriter(writing, beforeBegin);
    bindKeys(kysely, keys);
    return watched(
      { file, wasReplaced: claimed.replaced },
      { read: readerOf(reading), readerOf, writing: kysely, keys, storage, close: async () => close() },
    );
  } catch (error) {
    close();
    if (isDamaged(error)) throw damagedFile(dataDir);
    const trouble = storageTrouble(error);
    if (trouble === null) throw asStartError(error, `DATA_DIR ${dataDir} cannot be used`, dataFiles(file.path));
    throw new StartError(
      trouble === 'full'
        ? `There is no room left on the disk of DATA_DIR ${dataDir}.`
        : `The disk of DATA_DIR ${dataDir} fails.`,
    );
  }
}

interface Connections {
  read: Reader;
  /** Returns a reader whose keys are bound. */
  readerOf: (connection: SqliteConnection) => Reader;
  writing: Kysely<Schema>;
  keys: Keys;
  storage: Storage;
  close: () => Promise<void>;
}

/** Makes the connections work only while the file is the original one and no check has found damage. */
function watched(
  { file, wasReplaced }: { file: DatabaseFile; wasReplaced: boolean },
  { read, readerOf, writing, keys, storage, close }: Connections,
): SqliteDatabase {
  let trouble: Trouble | null = null;
  let isChanged = true;
  const findTrouble = (): Trouble | null => {
    if (trouble !== 'database damaged') trouble = file.isOurs() ? null : 'database replaced';
    return trouble;
  };
  const emptier = new LogEmptier(writing, storage, () => findTrouble() === null);
  const { write, counts } = writer('sqlite', writing, {
    admit: (options) => storage.admit(options),
    relieve: (kind) => storage.relieve(kind),
    emptyLog: () => emptier.ask(),
  });
  const refuseInTrouble = (): void => {
    if (findTrouble() !== null) throw new DataUnavailable();
  };
  return {
    engine: 'sqlite',
    keys,
    wasReplaced,
    findTrouble,
    reportDamage: () => void (trouble = 'database damaged'),
    get read() {
      refuseInsideWrite();
      // Without a known trouble the check would cost each read two system calls. A file that is back in its place can
      // be read again at once.
      if (trouble !== null) refuseInTrouble();
      return read;
    },
    async write(run, options) {
      refuseInTrouble();
      isChanged = true;
      return write(run, options);
    },
    counts,
    async snapshot(run) {
      refuseInsideWrite();
      refuseInTrouble();
      const own = connect(file.path, 'read');
      try {
        const reader = readerOf(own);
        await sql`begin`.execute(reader);
        return await run(reader);
      } finally {
        own.close();
      }
    },
    async check() {
      refuseInTrouble();
    },
    async renewGeneration() {
      if (!isChanged || findTrouble() !== null) return;
      isChanged = false;
      await renew(writing, file, emptier);
    },
    async close() {
      emptier.close();
      await close();
    },
  };
}

/** In this order the marker always lists every generation that the header may have. */
async function renew(writing: Kysely<Schema>, file: DatabaseFile, emptier: LogEmptier): Promise<void> {
  const generation = randomInt(1, LARGEST_GENERATION);
  file.expect(generation);
  await sql`pragma user_version = ${sql.lit(generation)}`.execute(writing);
  // Copies the generation into the file. If a reader prevents that, for instance a backup, the next renewal does it.
  if (await emptier.empty()) file.confirm(generation);
}

/**
 * Samples the tables that grew since the last time: without statistics SQLite prefers an index that gives the order to
 * one that finds the rows.
 */
function takeStatistics(writing: SqliteConnection): void {
  try {
    writing.prepare('pragma optimize = 0x10002').all([]);
  } catch {
    // Statistics only save time: a full disk must not keep the program from starting or ending.
  }
}

export function damagedFile(dataDir: string): StartError {
  return new StartError(`The file kabinet.db in ${dataDir} is damaged: put it back from a backup.`);
}
