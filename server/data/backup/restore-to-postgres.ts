import type { OpeningKey } from '#server/data/backup/keys.ts';
import { restoreBackup, type Restored } from '#server/data/backup/restore-backup.ts';
import { placeKey, refuseUnwritable, type RestoredKey } from '#server/data/backup/restored-key.ts';
import { withScratch } from '#server/data/backup/scratch.ts';
import { makeDataDir } from '#server/ground/db/data-dir.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { appendErased, type Erased } from '#server/data/erasures/erased-list.ts';
import { KEPT_TABLES } from '#server/data/move/copy-tables.ts';
import { fillPostgres } from '#server/data/move/fill-postgres.ts';

interface Restoring {
  dataDir: string;
  databaseUrl: string;
  erased: readonly Erased[];
  sealed: RestoredKey;
}

/**
 * Restores a backup, of either engine, into an empty PostgreSQL database that no node uses: everything or nothing. On the
 * way the data stands in DATA_DIR, in a folder that is overwritten and removed in every case.
 */
export async function restoreToPostgres(
  file: string,
  key: OpeningKey,
  { dataDir, databaseUrl, erased, sealed }: Restoring,
): Promise<Restored> {
  makeDataDir(dataDir);
  // Before the database is filled: a second attempt would find it no longer empty.
  refuseUnwritable(sealed);
  return withScratch(dataDir, async (folder) => {
    const restored = await restoreBackup(file, key, folder, [], { ...sealed, isPlacedLater: true });
    // Before the data: the first start erases these people from it.
    await appendErased(dataDir, erased);
    const source = await openSqlite(folder);
    try {
      await fillPostgres(source.read, databaseUrl, { tell: () => undefined, tables: KEPT_TABLES });
    } finally {
      await source.close();
    }
    // Only now: a key left behind by a refused restore would make the next one, of another backup, fail.
    placeKey(sealed);
    return restored;
  });
}
