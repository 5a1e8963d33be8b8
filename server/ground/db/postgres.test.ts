import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { administer, createTestPostgres } from '#proofs/support/test-postgres.ts';

onEngine('postgres', 'about this engine itself', () => {
  test('a database that cannot be used stops the start with one sentence that names the variable and no password', async () => {
    await using empty = await createTestPostgres('no tables');
    const own = new URL(empty.url).pathname.slice(1);
    await administer(empty.url, async (client) => {
      await client.query(`create role ${own} login password 'known-secret'`);
      await client.query(`create database ${own}_latin encoding 'LATIN1' template template0`);
    });
    const refused = {
      'no such database': changed(empty.url, (url) => (url.pathname = '/nowhere')),
      'no such role': changed(empty.url, (url) => (url.username = 'nobody')),
      'nobody there': changed(empty.url, (url) => (url.port = '1')),
      'no such host': changed(empty.url, (url) => (url.hostname = 'nowhere.invalid')),
      'another encoding': changed(empty.url, (url) => (url.pathname = `/${own}_latin`)),
      'no right to create': changed(empty.url, (url) => {
        url.username = own;
        url.password = 'known-secret';
      }),
    };
    for (const [why, url] of Object.entries(refused)) {
      await assert.rejects(openPostgres(url), (error) => {
        assert.ok(error instanceof StartError, why);
        assert.match(error.message, /^DATABASE_URL [^.]+\.$/, why);
        assert.ok(!error.message.includes(new URL(url).password || 'known-secret'), why);
        return true;
      });
    }
    await administer(empty.url, async (client) => {
      await client.query(`drop database ${own}_latin`);
      await client.query(`drop role ${own}`);
    });
  });

  test('tables that were restored by another role stop the start with what is to be done', async () => {
    await using restored = await createTestPostgres();
    const role = new URL(restored.url).pathname.slice(1);
    await administer(restored.url, (client) => client.query(`create role ${role} login password 'known-secret'`));
    const url = changed(restored.url, (each) => {
      each.username = role;
      each.password = 'known-secret';
    });
    await assert.rejects(
      openPostgres(url),
      new StartError(
        `The tables that DATABASE_URL leads to belong to the role kabinet, not to ${role}: restore them with --role=${role}.`,
      ),
    );
    await administer(restored.url, (client) => client.query(`drop role ${role}`));
  });

  test('counts and milliseconds come back as numbers', async () => {
    await using data = await openTestDatabase('postgres');
    const { rows } = await sql`select 1795413600000::bigint as ms, count(*) as count from users`.execute(data.db.read);
    assert.deepEqual(rows, [{ ms: 1_795_413_600_000, count: 0 }]);
  });

  test('connections that the server closes, idle or at work, are replaced', async () => {
    await using data = await openTestDatabase('postgres');
    const { read } = data.db;
    const ask = () => sql`select 1 as one`.execute(read);
    await Promise.all([ask(), ask(), ask()]);
    const atWork = sql`select pg_sleep(60)`.execute(read);
    const cut = assert.rejects(atWork);
    await administer(String(data.config.databaseUrl), (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      ),
    );
    await cut;
    // The pool can hand out idle connections once more before it notices their end.
    const deadline = performance.now() + 20_000;
    let answer = await ask().catch(() => null);
    while (answer === null && performance.now() < deadline) answer = await ask().catch(() => null);
    assert.deepEqual(answer?.rows, [{ one: 1 }]);
  });

  test('a connection that is cut between two statements of a write fails that write and nothing else', async () => {
    await using data = await openTestDatabase('postgres');
    const attempt = data.db.write(async ({ trx }) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await administer(String(data.config.databaseUrl), (client) =>
        client.query('select pg_terminate_backend($1, 1000)', [rows[0]?.pid]),
      );
      await sleep(50);
      await sql`select 1`.execute(trx);
    });
    await assert.rejects(attempt);
    await addPractitioner(data.db);
  });

  test('transactions are READ COMMITTED whatever the database prefers', async () => {
    await using data = await openTestDatabase('postgres');
    const level = await data.db.write(({ trx }) => sql`show transaction_isolation`.execute(trx));
    assert.deepEqual(level.rows, [{ transaction_isolation: 'read committed' }]);
  });

  test('a statement that takes too long is ended by the server', async () => {
    await using data = await openTestDatabase('postgres');
    const { rows } = await sql`show statement_timeout`.execute(data.db.read);
    assert.deepEqual(rows, [{ statement_timeout: '15s' }]);
  });
});

function changed(url: string, change: (url: URL) => void): string {
  const result = new URL(url);
  change(result);
  return result.href;
}
