import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readBackupFile } from '#server/data/backup/backup-file.ts';
import type { OpeningKey } from '#server/data/backup/keys.ts';
import { discardCopy } from '#server/data/backup/scratch.ts';
import { type Contents, isNewer, isSound, readContents } from '#server/data/backup/inspect-database.ts';
import { syncFolder } from '#server/ground/process/sync-folder.ts';
import { DATABASE_FILE, LOCK_FILE, lockDataDir, MARKER_FILE } from '#server/ground/db/data-dir.ts';
import { writeMarker } from '#server/ground/db/database-file.ts';
import { appendErased, type Erased, ERASED_FILE } from '#server/data/erasures/erased-list.ts';
import { placeKey, refuseOtherKey, type RestoredKey } from '#server/data/backup/restored-key.ts';
import { KEY_NAME } from '#server/ground/sealing/key-file.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';

const UNFINISHED = 'restoring.db';

/** What a folder may hold and still count as empty: a disk's own folder, the list of the erased, and the key. */
const BELONGING: readonly string[] = ['lost+found', ERASED_FILE, KEY_NAME];

/** Files that an interrupted restore leaves behind. */
const LEFTOVERS: readonly string[] = [
  LOCK_FILE,
  MARKER_FILE,
  `${MARKER_FILE}.new`,
  UNFINISHED,
  `${UNFINISHED}-journal`,
];

export interface Restored extends Contents {
  /** How many records had texts that a lost key sealed. */
  lost: number;
}

/**
 * Restores a backup into an empty folder. The database is renamed to its final name last, after all of it was read,
 * authenticated and checked; until then a server refuses to start on the folder. `sealed` is the key of its texts.
 */
export async function restoreBackup(
  file: string,
  key: OpeningKey,
  dataDir: string,
  erased: readonly Erased[] = [],
  sealed: RestoredKey = { place: join(dataDir, KEY_NAME), from: '' },
): Promise<Restored> {
  refuseData(dataDir);
  await readBackupFile(file, key).catch((error: unknown) => {
    throw asStartError(error, `${file} cannot be read`);
  });
  const isNew = !existsSync(dataDir);
  const release = lockDataDir(dataDir);
  try {
    refuseData(dataDir);
    // Before the data: the first start erases these people from it.
    await appendErased(dataDir, erased);
    return await putInPlace(file, key, dataDir, sealed).catch((error: unknown) => {
      clearIfPossible(dataDir, isNew);
      throw asStartError(error, `DATA_DIR ${dataDir} cannot be written`);
    });
  } finally {
    release();
  }
}

async function putInPlace(file: string, key: OpeningKey, dataDir: string, sealed: RestoredKey): Promise<Restored> {
  const unfinished = join(dataDir, UNFINISHED);
  // A server refuses to start on a folder that has the marker and no database.
  writeMarker(join(dataDir, MARKER_FILE));
  discardCopy(unfinished);
  const contents = await writeDatabase(file, key, unfinished);
  if (isNewer(contents)) {
    throw new StartError(
      `${file} was made by a newer version of Kabinet: restore it with that version, or a later one.`,
    );
  }
  const lost = refuseOtherKey(unfinished, sealed);
  placeKey(sealed);
  await syncFolder(unfinished);
  await rename(unfinished, join(dataDir, DATABASE_FILE));
  await syncFolder(unfinished);
  return { ...contents, lost };
}

/** Writes the database of a backup into a new file and checks it. Throws a StartError for a damaged backup. */
export async function writeDatabase(file: string, key: OpeningKey, database: string): Promise<Contents> {
  {
    await using target = await open(database, 'wx', 0o600);
    giveToOwnerOf(dirname(database), database);
    await readBackupFile(file, key, (piece) => target.writeFile(piece));
    await target.sync();
  }
  using db = new DatabaseSync(database, { readOnly: true });
  if (!isSound(db)) throw new StartError(`The data in ${file} is damaged.`);
  const contents = readContents(db);
  if (contents.migrations.length === 0) throw new StartError(`${file} is no backup of Kabinet.`);
  return contents;
}

function refuseData(dataDir: string): void {
  const found = namesIn(dataDir).find((name) => !LEFTOVERS.includes(name) && !BELONGING.includes(name));
  if (found !== undefined) {
    throw new StartError(
      `DATA_DIR ${dataDir} is not empty (${found}): name an empty folder, or one that is not there.`,
    );
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw asStartError(error, `DATA_DIR ${folder} cannot be used`);
  }
}

/** Ignores its own failure, so that the original one is reported. */
function clearIfPossible(dataDir: string, isNew: boolean): void {
  try {
    clear(dataDir, isNew);
  } catch {
    // The next restore into this folder clears it.
  }
}

/** Removes the files of an unfinished restore. */
function clear(dataDir: string, isNew: boolean): void {
  if (existsSync(join(dataDir, DATABASE_FILE))) return;
  discardCopy(join(dataDir, UNFINISHED));
  for (const name of LEFTOVERS) rmSync(join(dataDir, name), { force: true });
  if (!isNew) return;
  rmSync(join(dataDir, ERASED_FILE), { force: true });
  rmdirSync(dataDir);
}
