import { join } from 'node:path';
import { Kysely } from 'kysely';
import { DATABASE_FILE } from '#server/db/data-dir.ts';
import type { Database } from '#server/db/database.ts';
import { connect, ImmediateSqliteDialect } from '#server/db/node-sqlite.ts';
import type { Schema } from '#server/db/schema.ts';
import { Keys } from '#server/sealing/keys.ts';
import { writer } from '#server/db/transaction.ts';

/**
 * Opens the data of a running server to plant and inspect rows. SQLite's own locks protect this second connection; the
 * folder's lock is for programs that cache data in memory.
 */
export function openBesideServer(dataDir: string): Database {
  const kysely = new Kysely<Schema>({
    dialect: new ImmediateSqliteDialect(connect(join(dataDir, DATABASE_FILE), 'write')),
  });
  return {
    engine: 'sqlite',
    keys: new Keys(),
    read: kysely,
    ...writer('sqlite', kysely),
    readOf: () => kysely,
    closed: null,
    snapshot: (run) => run(kysely),
    check: async () => undefined,
    close: () => kysely.destroy(),
  };
}
