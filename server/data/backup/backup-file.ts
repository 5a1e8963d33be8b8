import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { OpeningKey, SealingKey } from '#server/data/backup/keys.ts';
import { seal, unseal } from '#server/data/backup/sealed-file.ts';
import { StartError } from '#server/ground/process/start-error.ts';

const READ_BYTES = 1024 * 1024;
/** The beginning of every database file of SQLite. */
const SQLITE_HEADER = 'SQLite format 3\0';

/** Seals a database into a new file and waits for the disk. */
export async function writeBackupFile(file: FileHandle, database: string, key: SealingKey): Promise<void> {
  let unsynced = 0;
  for await (const piece of seal(createReadStream(database, { highWaterMark: READ_BYTES }), key)) {
    await file.writeFile(piece);
    unsynced += piece.length;
    // Syncs in small steps, because a running server writes to the same disk.
    if (unsynced > READ_BYTES) {
      await file.datasync();
      unsynced = 0;
    }
  }
  await file.sync();
}

/**
 * Reads a backup to its end and passes its database to `take` piece by piece. Throws a StartError for a damaged file;
 * until it returns, the pieces are not verified as complete.
 */
export async function readBackupFile(
  path: string,
  key: OpeningKey,
  take: (piece: Uint8Array) => Promise<void> = async () => undefined,
): Promise<void> {
  await using file = await open(path, 'r');
  let isDatabase = false;
  for await (const piece of unseal(file, key, path)) {
    isDatabase ||= Buffer.from(piece).toString('latin1', 0, SQLITE_HEADER.length) === SQLITE_HEADER;
    if (!isDatabase) break;
    await take(piece);
  }
  if (!isDatabase) throw new StartError(`${path} is no backup of Kabinet.`);
}
