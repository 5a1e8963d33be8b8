import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openPostgres, type PostgresDatabase } from '#server/db/postgres.ts';
import { PostgresServers } from '#server/db/postgres-servers.ts';
import { StartError } from '#server/process/start-error.ts';
import { DataUnavailable } from '#server/db/unavailable.ts';
import { openWay } from '#proofs/faults/way.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { administer, createTestPostgres } from '#proofs/support/test-postgres.ts';

onEngine('postgres', 'only here there are servers', () => {
  test('of several servers the one that answers is taken, and what was open to another is closed', async () => {
    await using data = await createTestPostgres();
    await using first = await openWay(new URL(data.url));
    await using second = await openWay(new URL(data.url));
    second.close();
    const several = new URL(data.url);
    several.searchParams.set('target_session_attrs', 'read-write');
    const hosts = [first, second].map(({ url }) => new URL(url).host).join();
    await using db = await opened(several.href.replace(several.host, hosts));
    const ask = (): Promise<unknown> => sql`select 1`.execute(db.read);
    await ask();
    const line = await db.connect();
    const lost = new Promise((resolve) => line.once('end', resolve));
    first.refuse();
    second.open();
    // The connection that is open stays in use; those that have to be made find that the first is gone.
    await Promise.allSettled([ask(), ask(), ask()]);
    await Promise.allSettled([ask(), ask(), ask()]);
    await lost;
    first.close();
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
    const pool = new PostgresServers(way.url).pool({ silenceMillis: 500, max: 1 });
    await pool.query('select 1');
    way.silence();
    await assert.rejects(pool.query('select 1'), /Connection terminated/);
    assert.equal((await pool.query('select 1')).rowCount, 1);
    await pool.end();
  });
});

async function opened(url: string): Promise<PostgresDatabase & AsyncDisposable> {
  const db = await openPostgres(url);
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.close() });
}
