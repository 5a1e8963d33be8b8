import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { readBackupFile, writeBackupFile } from '#server/data/backup/backup-file.ts';
import type { Contents } from '#server/data/backup/inspect-database.ts';
import type { SealingKey } from '#server/data/backup/keys.ts';
import { withProof } from '#server/data/backup/sealed-file.ts';
import { syncFolder } from '#server/ground/process/sync-folder.ts';
import { withSnapshot } from '#server/data/backup/snapshot.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';

interface BackupTask {
  dataDir: string;
  /** The PostgreSQL database; null for the SQLite file in `dataDir`. */
  databaseUrl?: string | null;
  /** Path of the backup; it has the suffix '.part' until it is complete. */
  file: string;
  key: SealingKey;
  /** Whether an existing file can be replaced. */
  overwrite?: boolean;
}

/** Makes an encrypted backup of all data, also while a server is running, and reads it once to verify it. */
export async function makeBackup({
  dataDir,
  databaseUrl = null,
  file,
  key,
  overwrite = false,
}: BackupTask): Promise<Contents> {
  refuseExisting(file, overwrite);
  return withSnapshot(dataDir, databaseUrl, async (snapshot) => {
    const { sealing, opening } = await withProof(key);
    const part = `${file}.part`;
    try {
      await rm(part, { force: true });
      {
        await using target = await open(part, 'wx', 0o600);
        await writeBackupFile(target, snapshot.file, sealing);
      }
      await readBackupFile(part, opening);
      refuseExisting(file, overwrite);
      await rename(part, file);
      await syncFolder(file);
      return snapshot.contents;
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw asStartError(error, `${file} cannot be written`);
    }
  });
}

function refuseExisting(file: string, overwrite: boolean): void {
  if (!overwrite && existsSync(file))
    throw new StartError(`${file} exists already: name another file, or say --overwrite.`);
}
