import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openPostgres, type PostgresDatabase } from '#server/ground/db/postgres.ts';
import { createPostgresPool } from '#server/ground/db/postgres-connections.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { DataUnavailable } from '#server/ground/db/unavailable.ts';
import { openWay } from '#proofs/faults/way.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { administer, createTestPostgres } from '#proofs/support/test-postgres.ts';

onEngine('postgres', 'only here there are servers', () => {
  test('a connection that is lost fails its call alone, and the next one goes through when a server is there again', async () => {
    await using data = await createTestPostgres();
    await using way = await openWay(new URL(data.url));
    await using db = await opened(way.url);
    const ask = (): Promise<unknown> => sql`select 1`.execute(db.read);
    await ask();
    const line = await db.connect();
    const lost = new Promise((resolve) => line.once('end', resolve));
    way.close();
    await lost;
    await assert.rejects(openPostgres(way.url), (error) => {
      assert.ok(error instanceof StartError, String(error));
      assert.equal(error.message, 'DATABASE_URL leads to a database that does not answer.');
      return true;
    });
    await assert.rejects(ask(), DataUnavailable);
    way.open();
    await Promise.all([ask(), ask(), ask()]);
  });

  test('a server that takes no writes is refused, at the start and later', async () => {
    await using data = await createTestPostgres();
    await using db = await opened(data.url);
    const name = new URL(data.url).pathname.slice(1);
    await administer(data.url, (client) =>
      client.query(`alter database ${name} set default_transaction_read_only = on`),
    );
    await assert.rejects(sql`select 1`.execute(db.read), DataUnavailable);
    await assert.rejects(openPostgres(data.url), (error) => {
      assert.ok(error instanceof StartError);
      assert.equal(error.message, 'DATABASE_URL leads to no server that takes writes.');
      return true;
    });
  });

  test('a server that says nothing any more is given up', async () => {
    await using data = await createTestPostgres();
    await using way = await openWay(new URL(data.url));
    const pool = createPostgresPool({ url: way.url, pooled: false, patient: false, silenceMs: 500 });
    // A busy server may send nothing for as long while it accepts a connection.
    const answered = async (): Promise<void> => {
      for (let tries = 0; !(await pool.query('select 1').catch(() => null)); tries += 1) assert.ok(tries < 20);
    };
    await answered();
    way.silence();
    await assert.rejects(pool.query('select 1'), /Connection terminated/);
    await answered();
    await pool.end();
  });
});

async function opened(url: string): Promise<PostgresDatabase & AsyncDisposable> {
  const db = await openPostgres(url);
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.close() });
}
