import { lstatSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBackupFile } from '#server/data/backup/backup-file.ts';
import type { Contents } from '#server/data/backup/inspect-database.ts';
import type { OpeningKey } from '#server/data/backup/keys.ts';
import { writeDatabase } from '#server/data/backup/restore-backup.ts';
import { discardScratch } from '#server/data/backup/scratch.ts';
import { takeLock } from '#server/ground/db/data-dir.ts';
import { asStartError } from '#server/ground/process/start-error.ts';

const PREFIX = 'kabinet-verify-';
const LOCK = 'verify-lock.db';
/** Longer than another process takes to lock a folder that it has just made. */
const NEW_MS = 60_000;

/**
 * Restores a backup into a folder of its own that only its owner can read, and checks every page, index and reference.
 * The folder is overwritten and removed in every case; one that a process left that was killed goes with the next call.
 * Throws a StartError for a damaged backup.
 */
export async function verifyBackup(file: string, key: OpeningKey, within: string = tmpdir()): Promise<Contents> {
  sweep(within);
  // A wrong key and a damaged file are reported before anything is written.
  await readBackupFile(file, key).catch((error: unknown) => {
    throw asStartError(error, `${file} cannot be read`);
  });
  const folder = mkdtempSync(join(within, PREFIX));
  const lock = takeLock(join(folder, LOCK), `${folder} is in use.`, false);
  try {
    return await writeDatabase(file, key, join(folder, 'kabinet.db'));
  } catch (error) {
    throw asStartError(error, `${folder} cannot be written`);
  } finally {
    lock.close();
    discardScratch(folder);
  }
}

/** Removes the folders of processes that ended without doing so: their lock is free. */
function sweep(within: string): void {
  for (const name of readdirSync(within).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(within, name);
    try {
      // Never follows a symbolic link: anybody can create one in a temporary folder.
      const found = lstatSync(folder);
      if (!found.isDirectory()) continue;
      const { uid, mtimeMs } = found;
      if (uid !== process.getuid?.() || Date.now() - mtimeMs < NEW_MS) continue;
      takeLock(join(folder, LOCK), 'in use', false).close();
      discardScratch(folder);
    } catch {
      // Another process uses it, or has just removed it.
    }
  }
}
