import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { type Description, readBackupFile, writeBackupFile } from '#server/data/backup/backup-file.ts';
import type { SealingKey } from '#server/data/backup/keys.ts';
import { takePostgresSnapshot } from '#server/data/backup/postgres-snapshot.ts';
import { withProof } from '#server/data/backup/sealed-file.ts';
import { syncFolder } from '#server/ground/process/sync-folder.ts';
import { takeSnapshot } from '#server/data/backup/snapshot.ts';
import { StartError, tellSystemError } from '#server/ground/process/start-error.ts';

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

/** Makes an encrypted backup of all data, also of a running server's, and reads it once to verify it. */
export async function makeBackup({
  dataDir,
  databaseUrl = null,
  file,
  key,
  overwrite = false,
}: BackupTask): Promise<Description> {
  refuseExisting(file, overwrite);
  const made = Temporal.Now.instant().toString({ smallestUnit: 'second' });
  using snapshot = await (databaseUrl === null ? takeSnapshot(dataDir) : takePostgresSnapshot(dataDir, databaseUrl));
  const { sealing, opening } = await withProof(key);
  const part = `${file}.part`;
  try {
    await rm(part, { force: true });
    const target = await open(part, 'wx', 0o600);
    try {
      await writeBackupFile(target, { made, ...snapshot.contents }, snapshot.file, sealing);
    } finally {
      await target.close();
    }
    const described = await readBackupFile(part, opening);
    refuseExisting(file, overwrite);
    await rename(part, file);
    await syncFolder(file);
    return described;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw tellSystemError(error, `${file} cannot be written`);
  }
}

function refuseExisting(file: string, overwrite: boolean): void {
  if (!overwrite && existsSync(file))
    throw new StartError(`${file} exists already: name another file, or say --overwrite.`);
}
