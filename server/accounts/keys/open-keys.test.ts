import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Config } from '#server/ground/config/config.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { openKeys } from '#server/accounts/keys/open-keys.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { createTestData, forEachEngine } from '#proofs/support/engines.ts';

const SECRET = Buffer.from('двадцать байт секрета');

/** Opens the database and its keys, as a start does; returns what was warned of. */
async function open(config: Config, look: (db: Awaited<ReturnType<typeof openDatabase>>) => unknown = () => undefined) {
  const warned: unknown[] = [];
  const db = await openDatabase(config);
  try {
    await openKeys(config, db, { warn: (words: unknown) => void warned.push(words) });
    await look(db);
  } finally {
    await db.close();
  }
  return warned;
}

const beginning = (words: unknown) => /^(?:Created key file|the key of the texts lies beside)/.exec(String(words))?.[0];

const refused = (words: RegExp) => (error: unknown) => error instanceof StartError && words.test(error.message);

forEachEngine((engine) => {
  test('SEAL-02 the first start makes a key that only its owner reads, and later ones open with it', async () => {
    await using data = await createTestData(engine);
    const file = data.config.keyFile ?? '';
    let sealed = '';
    await open(data.config, ({ keys }) => (sealed = keys.sealSecret('test', 'a', SECRET)));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(dirname(file)).toSorted(), engine === 'sqlite' ? ['data', 'key'] : ['key']);
    await open(data.config, ({ keys }) => {
      assert.deepEqual(keys.openSecret('test', 'a', sealed), SECRET);
      assert.equal(keys.openSecret('test', 'b', sealed), null);
      assert.equal(keys.openSecret('other', 'a', sealed), null);
      assert.equal(keys.openSecret('test', 'a', `${sealed.slice(0, -8)}AAAAAAA=`), null);
    });
  });

  test('SEAL-02 a missing, wrong or damaged key file is one sentence, and nothing changes', async () => {
    await using data = await createTestData(engine);
    const file = data.config.keyFile ?? '';
    await open(data.config);
    const key = readFileSync(file, 'utf8');
    rmSync(file);
    await assert.rejects(open(data.config), refused(/^The key file \S+ is missing, .*: put it back, [^.]+\.$/));
    assert.ok(!existsSync(file));
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`);
    await assert.rejects(open(data.config), refused(/^The key file \S+ is not the one [^.]+\.$/));
    writeFileSync(file, key.slice(1));
    await assert.rejects(open(data.config), refused(/^The key file \S+ holds no key: [^.]+\.$/));
    writeFileSync(file, key);
    await open(data.config);
  });

  test('SEAL-02 of several nodes that start at once on one database, all have the same key', async () => {
    await using data = await createTestData(engine);
    await open(data.config);
    if (engine === 'sqlite') return;
    await using fresh = await createTestData(engine);
    const sealed: string[] = [];
    await Promise.all(
      Array.from({ length: 4 }, () => open(fresh.config, ({ keys }) => sealed.push(keys.sealSecret('t', 'a', SECRET)))),
    );
    await open(fresh.config, ({ keys }) => {
      for (const one of sealed) assert.deepEqual(keys.openSecret('t', 'a', one), SECRET);
    });
    const stranger = { ...fresh.config, keyFile: join(dirname(fresh.config.keyFile ?? ''), 'other') };
    await assert.rejects(open(stranger), refused(/is missing/));
    assert.ok(!existsSync(stranger.keyFile));
  });

  test('SEAL-02 a key of one file or none is asked for where it has to be named', async () => {
    await using data = await createTestData(engine);
    const unnamed = { ...data.config, keyFile: null };
    if (engine === 'postgres') {
      await assert.rejects(open(unnamed), refused(/^KEY_FILE must be set with DATABASE_URL: [^.]+\.$/));
      return;
    }
    assert.deepEqual((await open(unnamed)).map(beginning), ['Created key file', 'the key of the texts lies beside']);
    assert.deepEqual((await open(unnamed)).map(beginning), ['the key of the texts lies beside']);
    assert.ok(existsSync(join(data.config.dataDir, 'key')));
    await using apart = await createTestData(engine);
    assert.deepEqual((await open(apart.config)).map(beginning), ['Created key file']);
    assert.deepEqual(await open(apart.config), []);
  });
});
