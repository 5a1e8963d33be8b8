import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { asNobody, giveToNobody, giveToRoot, IS_ROOT } from '#proofs/support/as-nobody.ts';
import { forEachEngine, onEngine } from '#proofs/support/engines.ts';
import {
  changeUntil,
  createSealedData,
  FULL_DISK,
  interruptChange,
  type SealedData,
} from '#proofs/support/key-file.ts';
import { envOf } from '#proofs/support/operator/on-server.ts';
import { runTyped } from '#proofs/support/operator/typed.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { COMMANDS } from '#server/operation/operator/commands.ts';
import { readKeyFile } from '#server/ground/sealing/key-file.ts';
import { unwrapKey } from '#server/ground/sealing/keys.ts';
import { startServer } from '#server/start-server.ts';
import { longTest } from '#proofs/support/long-form.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const typed = ({ config }: SealedData, words = ['--yes'], answer?: string) =>
  runTyped(['key', 'change', ...words], { commands: COMMANDS, env: envOf(config), answer });

/** Returns the names beside the key file, and what is in it. */
const stateOf = ({ keyFile }: SealedData) => [
  readFileSync(keyFile, 'utf8'),
  ...readdirSync(dirname(keyFile))
    .filter((name) => name.startsWith('key'))
    .toSorted(),
];

// Kills at each step are in `npm run torture -- key-changes`.

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  test('SEAL-02 the command puts a new key into the key file, with which all opens and with the one before nothing', async () => {
    await using data = await createSealedData(engine);
    const old = readKeyFile(data.keyFile);
    assert.ok(old);
    const { status, output, beside } = await typed(data, ['--json', '--yes']);
    assert.equal(status, 0, beside);
    assert.match(beside, /^Copy the new key file .*\nBackups made until now open with the one before/);
    const { keyFile, before } = JSON.parse(output);
    assert.equal(keyFile, data.keyFile);
    assert.deepEqual(await data.faults(), []);
    assert.deepEqual(readKeyFile(before), old);
    for (const file of [keyFile, before]) assert.equal(statSync(file).mode & 0o777, 0o640, file);
    await assert.rejects(data.faults(before), /is not the one with which the texts are sealed/);
    const db = await openDatabase(data.config);
    const keys = await db.read.selectFrom('data_keys').selectAll().execute();
    await db.close();
    assert.equal(keys.length, 3);
    const opens = (key: Uint8Array | null) =>
      keys.filter((row) => key && unwrapKey(key, `${row.user}/${row.number}`, row.wrapped)).length;
    assert.deepEqual([opens(old), opens(readKeyFile(keyFile))], [0, 3]);
    assert.equal((await typed(data)).status, 0, 'again');
    assert.deepEqual(await data.faults(), []);
  });

  it('SEAL-02 a running program, an answer that is not yes, and no terminal change nothing', async () => {
    await using data = await createSealedData(engine);
    const before = stateOf(data);
    const server = await startServer(data.config, join(tmpdir(), 'no-web'));
    const refused = await typed(data);
    await server.stop();
    assert.equal(refused.status, 1);
    assert.match(refused.beside, engine === 'sqlite' ? /in use by another running Kabinet/ : /stop all nodes first/);
    assert.match((await typed(data, [], 'no')).beside, /Nothing is changed/);
    assert.match((await typed(data, [])).beside, /There is no terminal to ask at/);
    assert.deepEqual(stateOf(data), before);
    assert.equal((await typed(data, [], 'да')).status, 0);
    assert.deepEqual(await data.faults(), []);
  });

  it('SEAL-02 with a key file that is missing, damaged or another one, nothing is changed', async () => {
    await using data = await createSealedData(engine);
    const kept = `${data.keyFile}.kept`;
    copyFileSync(data.keyFile, kept);
    for (const [text, words] of [
      ['', /holds no key/],
      [randomBytes(32).toString('base64'), /is not the one with which/],
    ] as const) {
      writeFileSync(data.keyFile, text);
      const before = stateOf(data);
      const { status, beside } = await typed(data);
      assert.deepEqual([status, words.test(beside)], [1, true], beside);
      assert.deepEqual(stateOf(data), before);
    }
    rmSync(data.keyFile);
    assert.match((await typed(data)).beside, /is missing, and the texts are sealed with it/);
    copyFileSync(kept, data.keyFile);
    assert.deepEqual(await data.faults(), []);
  });

  longTest(
    'SEAL-02 killed before all is sealed with the new key, the data open, and the next call ends it',
    async () => {
      await using data = await createSealedData(engine);
      const { before, faults } = await interruptChange(data, 'commit');
      assert.deepEqual([before, faults], ['commit', []]);
    },
  );

  it('SEAL-02 killed before the new file took its place, a start says so, the data open with it, and the next call ends it', async () => {
    await using data = await createSealedData(engine);
    assert.equal((await changeUntil(data.config, 'renameSync')).before, 'renameSync');
    await assert.rejects(
      data.faults(),
      /^StartError: A change of the key file \S+ was interrupted: kabinet key change ends it\.$/,
    );
    assert.deepEqual(await data.faults(`${data.keyFile}.next`), []);
    assert.equal((await typed(data)).status, 0);
    assert.deepEqual(await data.faults(), []);
  });
});

onEngine('sqlite', 'the disk of a PostgreSQL is its own', () => {
  longTest('SEAL-02 a full disk is one sentence, and nothing is lost', async () => {
    await using data = await createSealedData('sqlite');
    for (const step of ['commit', 'renameSync']) {
      const { output, faults } = await interruptChange(data, step, 'full');
      assert.deepEqual(faults, [], output);
      assert.match(output, FULL_DISK);
    }
  });

  test(
    'SEAL-02 a folder in which the user may not write is refused before anything is changed',
    { skip: IS_ROOT ? false : 'only root has a folder that is somebody else’s' },
    async () => {
      await using data = await createSealedData('sqlite');
      giveToNobody(data.config.dataDir);
      giveToRoot(dirname(data.keyFile));
      const before = stateOf(data);
      const { status, beside } = await asNobody(() => typed(data));
      assert.equal(status, 1);
      assert.match(beside, /belongs to root, and this runs as nobody/);
      assert.deepEqual(stateOf(data), before);
    },
  );
});
