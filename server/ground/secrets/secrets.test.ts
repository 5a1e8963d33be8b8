import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { forgetSecrets, openSecrets, type Secrets } from '#server/ground/secrets/secrets.ts';
import { loose } from '#server/ground/db/query.ts';
import { ALL_TABLES } from '#server/ground/db/tables.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { forEachEngine, onEngine, openTestDatabase, openUnlocked } from '#proofs/support/engines.ts';

const PURPOSES = ['auth', 'verification', 'passwordReset', 'emailChange', 'emailReturn', 'drafts', 'names'] as const;

const keysOf = (secrets: Secrets): string[] =>
  PURPOSES.map((purpose) => Buffer.from(secrets.key(purpose)).toString('hex'));

forEachEngine((engine) => {
  test('each purpose has 256 bits of its own, and another installation has others', async () => {
    await using one = await openTestDatabase(engine);
    await using two = await openTestDatabase(engine);
    const keys = [...keysOf(await openSecrets(one.config, one.db)), ...keysOf(await openSecrets(two.config, two.db))];
    assert.ok(keys.every((key) => key.length === 64));
    assert.equal(new Set(keys).size, 2 * PURPOSES.length);
  });

  test('the same secrets are there after the next start', async () => {
    await using data = await openTestDatabase(engine);
    const before = keysOf(await openSecrets(data.config, data.db));
    await data.db.close();
    const again = await openUnlocked(data.config);
    assert.deepEqual(keysOf(await openSecrets(data.config, again)), before);
    await again.close();
  });

  test('LETTER-06 after a restore all keys are new but the one by which addresses opted out', async () => {
    await using data = await openTestDatabase(engine);
    const letters = (secrets: Secrets): string => Buffer.from(secrets.key('letters')).toString('hex');
    const before = await openSecrets(data.config, data.db);
    // As after a restored backup: without the tables that it empties, and without other files.
    forgetSecrets(data.config.dataDir);
    const emptied = ALL_TABLES.filter((table) => table.backup === 'emptied' && (table.engine ?? engine) === engine);
    await data.db.write(async ({ trx }) => {
      for (const { name } of emptied) await loose(trx).deleteFrom<string>(name).execute();
    });
    const restored = await openSecrets(data.config, data.db);
    assert.equal(letters(restored), letters(before));
    assert.equal(letters(restored).length, 64);
    assert.equal(new Set(keysOf(before)).intersection(new Set(keysOf(restored))).size, 0);
  });
});

onEngine('postgres', 'only here several processes share secrets', () => {
  test('nodes that start at once on one database agree', async () => {
    await using data = await openTestDatabase('postgres');
    const nodes = await Promise.all(Array.from({ length: 4 }, () => openUnlocked(data.config)));
    const all = await Promise.all(nodes.map(async (node) => keysOf(await openSecrets(data.config, node))));
    for (const keys of all) assert.deepEqual(keys, all[0]);
    await Promise.all(nodes.map((node) => node.close()));
  });

  test('damaged ones stop the start with what to do about them', async () => {
    await using data = await openTestDatabase('postgres');
    await openSecrets(data.config, data.db);
    await data.db.write(({ trx }) => trx.updateTable('secrets').set({ value: 'short' }).execute());
    await assert.rejects(
      openSecrets(data.config, data.db),
      new StartError('The table secrets is damaged: delete its rows, and everybody signs in again.'),
    );
  });
});

onEngine('sqlite', 'only here secrets are a file', () => {
  test('they lie beside the database, readable by their owner only', async () => {
    await using data = await openTestDatabase('sqlite');
    await openSecrets(data.config, data.db);
    assert.equal(statSync(join(data.config.dataDir, 'secrets.json')).mode & 0o777, 0o600);
    assert.deepEqual(await data.db.read.selectFrom('secrets').selectAll().execute(), []);
  });

  test('a purpose that came with a newer program is added, the others stay', async () => {
    await using data = await openTestDatabase('sqlite');
    const [auth] = keysOf(await openSecrets(data.config, data.db));
    const file = join(data.config.dataDir, 'secrets.json');
    const { auth: kept }: { auth: string } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ auth: kept }));
    const keys = keysOf(await openSecrets(data.config, data.db));
    assert.equal(keys[0], auth);
    assert.deepEqual(keysOf(await openSecrets(data.config, data.db)), keys);
  });

  test('a damaged file stops the start and is not written over', async () => {
    await using data = await openTestDatabase('sqlite');
    const file = join(data.config.dataDir, 'secrets.json');
    for (const damaged of ['{"auth": ', '{"auth": 1}', '{"auth": "short"}', '[]']) {
      writeFileSync(file, damaged);
      await assert.rejects(
        openSecrets(data.config, data.db),
        new StartError('The file secrets.json in DATA_DIR is damaged: delete it, and everybody signs in again.'),
        damaged,
      );
      assert.equal(readFileSync(file, 'utf8'), damaged);
    }
  });
});
