import { Kysely, SqliteDialect } from 'kysely';
import type { Database, Reader } from '#server/db/database.ts';
import { claimDataDir } from '#server/db/data-dir.ts';
import { isDamaged } from '#server/db/errors.ts';
import { migrate } from '#server/db/migrate.ts';
import { connect, ImmediateSqliteDialect } from '#server/db/node-sqlite.ts';
import { StartError } from '#server/db/start-error.ts';
import { refuseInsideWrite, writer } from '#server/db/transaction.ts';

export interface SqliteDatabase extends Database {
  engine: 'sqlite';
}

/** Opens DATA_DIR/kabinet.db for this process alone and brings its tables up to date. */
export async function openSqlite(dataDir: string): Promise<SqliteDatabase> {
  const claimed = claimDataDir(dataDir);
  const closing = [() => claimed.release()];
  const close = (): void => {
    // The writer last of the two: it takes the write-ahead log back into the file.
    while (closing.length > 0) closing.pop()?.();
  };
  try {
    const writing = connect(claimed.databaseFile, 'write');
    closing.push(() => writing.close());
    const dialect = new ImmediateSqliteDialect(writing);
    await migrate(new Kysely({ dialect }), 'sqlite');
    claimed.markInitialised();
    const reading = connect(claimed.databaseFile, 'read');
    closing.push(() => reading.close());
    const read: Reader = new Kysely({ dialect: new SqliteDialect({ database: reading }) });
    return {
      engine: 'sqlite',
      get read() {
        refuseInsideWrite();
        return read;
      },
      write: writer('sqlite', new Kysely({ dialect })),
      async close() {
        close();
      },
    };
  } catch (error) {
    close();
    throw isDamaged(error)
      ? new StartError(`The file kabinet.db in ${dataDir} is damaged: put it back from a backup.`)
      : error;
  }
}
