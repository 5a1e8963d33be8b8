import { join } from 'node:path';
import { Kysely } from 'kysely';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import type { Database } from '#server/ground/db/database.ts';
import { connect } from '#server/ground/db/node-sqlite.ts';
import { ImmediateSqliteDialect } from '#server/ground/db/sqlite-kysely.ts';
import type { Schema } from '#server/ground/db/schema.ts';
import { bindKeys } from '#server/ground/db/data-keys.ts';
import { KEY_NAME, readKeyFile } from '#server/ground/sealing/key-file.ts';
import { Keys, unwrapKey } from '#server/ground/sealing/keys.ts';
import { readRow, SERVER_ROW } from '#server/accounts/keys/open-keys.ts';
import { writer } from '#server/ground/db/transaction.ts';

/**
 * Opens the data of a running server to plant and inspect rows. SQLite's own locks protect this second connection; the
 * folder's lock is for programs that cache data in memory.
 */
export async function openBesideServer(dataDir: string): Promise<Database> {
  const kysely = new Kysely<Schema>({
    dialect: new ImmediateSqliteDialect(connect(join(dataDir, DATABASE_FILE), 'write')),
  });
  const keys = new Keys();
  bindKeys(kysely, keys);
  // The program's default place of the key file, or a test's beside the folder.
  const key = readKeyFile(join(dataDir, KEY_NAME)) ?? readKeyFile(join(dataDir, '..', KEY_NAME));
  const stored = key && (await readRow(kysely));
  const secrets = stored && unwrapKey(key, SERVER_ROW, stored.wrapped);
  if (secrets) keys.unlock(key, secrets);
  return {
    engine: 'sqlite',
    keys,
    read: kysely,
    ...writer('sqlite', kysely),
    snapshot: (run) => run(kysely),
    check: async () => undefined,
    close: () => kysely.destroy(),
  };
}
