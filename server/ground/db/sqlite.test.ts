import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { BUSY_TIMEOUT_MS } from '#server/ground/db/node-sqlite.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { createTestData, onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addClient, addPractitioner } from '#proofs/support/rows.ts';

const MODULE = new URL('sqlite.ts', import.meta.url).href;

onEngine('sqlite', 'about this engine itself', () => {
  test('the folder and the files in it are for their owner only', async () => {
    await using data = await openTestDatabase('sqlite');
    await addPractitioner(data.db);
    const { dataDir } = data.config;
    assert.equal(modeOf(dataDir), 0o700);
    const files = readdirSync(dataDir);
    assert.ok(files.includes('kabinet.db') && files.includes('kabinet.db-wal'));
    for (const file of files) assert.equal(modeOf(join(dataDir, file)), 0o600, file);
  });

  test('a database file that was put back readable for all is made private again', async () => {
    await using data = await createTestData('sqlite');
    await (await openSqlite(data.config.dataDir)).close();
    const file = join(data.config.dataDir, 'kabinet.db');
    chmodSync(file, 0o644);
    await (await openSqlite(data.config.dataDir)).close();
    assert.equal(modeOf(file), 0o600);
  });

  test('what was written is there after closing and opening again', async () => {
    await using data = await createTestData('sqlite');
    const first = await openSqlite(data.config.dataDir);
    const owner = await addPractitioner(first);
    await first.close();
    await first.close();
    const second = await openSqlite(data.config.dataDir);
    assert.deepEqual(await second.read.selectFrom('users').select('id').execute(), [{ id: owner }]);
    await second.close();
  });

  test('a second process is refused at once, and let in once the first was killed', async () => {
    await using data = await createTestData('sqlite');
    const holder = await openElsewhere(data.config.dataDir);
    const before = performance.now();
    await assert.rejects(openSqlite(data.config.dataDir), (error) => {
      assert.ok(error instanceof StartError);
      assert.match(error.message, /^DATA_DIR .* is in use by another running Kabinet\.$/);
      return true;
    });
    assert.ok(performance.now() - before < BUSY_TIMEOUT_MS);
    // The refusal must not take the lock away from its holder.
    await assert.rejects(openSqlite(data.config.dataDir), StartError);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await (await openSqlite(data.config.dataDir)).close();
  });

  test('the same process cannot open its data twice either', async () => {
    await using data = await openTestDatabase('sqlite');
    await assert.rejects(openSqlite(data.config.dataDir), StartError);
    await assert.rejects(openSqlite(data.config.dataDir), StartError);
    await addPractitioner(data.db);
  });

  test('a folder that held data does not start empty when its file is gone', async () => {
    await using data = await createTestData('sqlite');
    const { dataDir } = data.config;
    await (await openSqlite(dataDir)).close();
    const file = join(dataDir, 'kabinet.db');
    renameSync(file, `${file}.away`);
    await assert.rejects(openSqlite(dataDir), /kabinet\.db is missing/);
    assert.equal(existsSync(file), false);
    renameSync(`${file}.away`, file);
    await (await openSqlite(dataDir)).close();
    truncateSync(file);
    await assert.rejects(openSqlite(dataDir), StartError);
  });

  test('a file that is no database is named, not overwritten', async () => {
    await using data = await createTestData('sqlite');
    const { dataDir } = data.config;
    await (await openSqlite(dataDir)).close();
    const file = join(dataDir, 'kabinet.db');
    writeFileSync(file, 'not a database, whatever its name says'.repeat(1000));
    await assert.rejects(
      openSqlite(dataDir),
      (error) => error instanceof StartError && /is damaged/.test(error.message),
    );
    assert.match(readFileSync(file, 'utf8'), /^not a database/);
  });

  test('a folder that cannot be made is one sentence', async () => {
    await using data = await createTestData('sqlite');
    writeFileSync(data.config.dataDir, 'a file');
    await assert.rejects(openSqlite(join(data.config.dataDir, 'deeper')), (error) => {
      assert.ok(error instanceof StartError);
      assert.match(error.message, /^DATA_DIR .* cannot be used \(ENOTDIR\)\.$/);
      return true;
    });
  });

  test('deleted text is gone from the file', async () => {
    const word = 'Тайнопись';
    const leftAfterDeleting = async (secure: boolean): Promise<boolean> => {
      await using data = await createTestData('sqlite');
      const db = await openSqlite(data.config.dataDir);
      if (!secure) await db.write(({ trx }) => sql`pragma secure_delete = off`.execute(trx));
      const owner = await addPractitioner(db);
      for (let i = 0; i < 50; i += 1) await addClient(db, owner, { identity_key: null, source: word.repeat(100) });
      await db.write(({ trx }) => trx.deleteFrom('clients').execute());
      await db.close();
      return readdirSync(data.config.dataDir).some((file) =>
        readFileSync(join(data.config.dataDir, file)).includes(word),
      );
    };
    assert.equal(await leftAfterDeleting(true), false);
    assert.equal(await leftAfterDeleting(false), true, 'otherwise this test proves nothing');
  });

  test('an answered commit survives a power cut: every one waits for the disk', async () => {
    await using data = await openTestDatabase('sqlite');
    const settings = await data.db.write(async ({ trx }) => ({
      ...(await sql<object>`pragma synchronous`.execute(trx)).rows[0],
      ...(await sql<object>`pragma journal_mode`.execute(trx)).rows[0],
      ...(await sql<object>`pragma secure_delete`.execute(trx)).rows[0],
      ...(await sql<object>`pragma foreign_keys`.execute(trx)).rows[0],
    }));
    assert.deepEqual(settings, { synchronous: 2, journal_mode: 'wal', secure_delete: 1, foreign_keys: 1 });
  });

  test('a write that is open locks out other programs from the moment it begins', async () => {
    await using data = await openTestDatabase('sqlite');
    await data.db.write(async () => {
      const other = new DatabaseSync(join(data.config.dataDir, 'kabinet.db'), { timeout: 0 });
      assert.throws(() => other.exec('begin immediate'), /database is locked/);
      other.close();
    });
  });

  test('the connection for reading cannot write', async () => {
    await using data = await openTestDatabase('sqlite');
    const write = data.db.read.insertInto('secrets').values({ name: 'a', value: '' }).execute();
    await assert.rejects(write, /readonly/);
  });

  test('more statements than are kept prepared, and tables that change, do no harm', async () => {
    await using data = await openTestDatabase('sqlite');
    const count = () => sql<{ one: number }>`select 1 as one`.execute(data.db.read);
    await count();
    for (let i = 0; i < 700; i += 1) {
      const { rows } = await sql<{ value: number }>`select ${sql.lit(i)} as value`.execute(data.db.read);
      assert.deepEqual(rows, [{ value: i }]);
    }
    assert.deepEqual((await count()).rows, [{ one: 1 }]);
    const all = () => data.db.read.selectFrom('secrets').selectAll().execute();
    await data.db.write(({ trx }) => trx.insertInto('secrets').values({ name: 'a', value: 'b' }).execute());
    assert.deepEqual(await all(), [{ name: 'a', value: 'b' }]);
    await data.db.write(({ trx }) => sql`alter table secrets add column more text`.execute(trx));
    assert.deepEqual(await all(), [{ name: 'a', value: 'b', more: null }]);
    await data.db.write(async ({ trx }) => {
      const own = () => trx.selectFrom('secrets').selectAll().execute();
      await own();
      await sql`alter table secrets rename column more to most`.execute(trx);
      assert.deepEqual(await own(), [{ name: 'a', value: 'b', most: null }]);
    });
  });
});

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

/** Starts another process that locks the data and reports it. */
async function openElsewhere(dataDir: string): Promise<ChildProcess> {
  const script = `
    const { openSqlite } = await import(${JSON.stringify(MODULE)});
    await openSqlite(${JSON.stringify(dataDir)});
    process.stdout.write('open');
    setInterval(() => undefined, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}
