import { Kysely, PostgresDialect } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';
import { connect } from '#server/ground/db/node-sqlite.ts';
import { ImmediateSqliteDialect } from '#server/ground/db/sqlite-kysely.ts';
import { createPool } from '#server/ground/db/postgres.ts';
import { createTestPostgres } from '#proofs/support/test-postgres.ts';

export interface BareDatabase extends AsyncDisposable {
  db: Kysely<unknown>;
  /** The address of a PostgreSQL database; '' on SQLite. */
  url: string;
}

/** Opens a database without tables, for tests of the migrations. */
export async function openBare(engine: Engine): Promise<BareDatabase> {
  if (engine === 'sqlite') {
    const db = new Kysely<unknown>({ dialect: new ImmediateSqliteDialect(connect(':memory:', 'write')) });
    return { db, url: '', [Symbol.asyncDispose]: () => db.destroy() };
  }
  const empty = await createTestPostgres('no tables');
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPool(empty.url) }),
  });
  return {
    db,
    url: empty.url,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await empty[Symbol.asyncDispose]();
    },
  };
}
