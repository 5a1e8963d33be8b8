import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOST_TEXT } from '#domain/keys/keys.ts';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { keyFileOf } from '#server/ground/sealing/key-file.ts';
import { startServer } from '#server/start-server.ts';
import { exported, imported } from '#proofs/support/archive.ts';
import { QUICK_KEY } from '#proofs/support/backup/run-command.ts';
import { deviceOf, keys, locksmith, NEW_PASSWORD, post, resetPassword, turnOnStrict } from '#proofs/support/strict.ts';
import { callersOf, onServerWith, openTestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const person = (description: string) => ({ name: 'Анна', phone: '+7 900 000-00-01', description });

onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);

  it('SEAL-04 an archive of a strict practice has its texts, and comes back into another strict one', async () => {
    const [from, to] = [await locksmith(server), await locksmith(server)];
    const { id } = await from.pb.collection('clients').create(person('о человеке'));
    for (const { pb } of [from, to]) await turnOnStrict(pb);
    const archive = await exported(from.pb);
    await from.pb.collection('clients').delete(id);
    const report = await imported(to.pb, archive);
    assert.deepEqual([report.status, report.problems], [200, []]);
    const [client] = await to.pb.collection('clients').getFullList();
    assert.equal(client?.['description'], 'о человеке');
    const device = await deviceOf(server, to.email);
    assert.equal((await device.collection('clients').getOne(client.id))['description'], 'о человеке');
  });
});

test('SEAL-04 a restore keeps the texts of a strict practice, also without the key file: the password or the code opens them', async () => {
  await using server = await openTestServer('sqlite');
  const { config } = server.context;
  const [own, plain] = [await locksmith(server), await locksmith(server)];
  for (const { pb } of [own, plain]) await pb.collection('clients').create(person('о человеке'));
  const code = await turnOnStrict(own.pb);
  while ((await keys(own.pb)).changing !== null);
  const file = `${config.dataDir}.backup`;
  await makeBackup({ dataDir: config.dataDir, file, key: QUICK_KEY });
  for (const isLost of [false, true]) {
    const dataDir = `${config.dataDir}-restored-${isLost}`;
    const key = isLost
      ? { place: keyFileOf({ ...config, dataDir }), from: '', isLost }
      : { place: keyFileOf(config), from: '' };
    await restoreBackup(file, QUICK_KEY, dataDir, undefined, key);
    const keyFile = isLost ? null : keyFileOf(config);
    const restored = await startServer({ ...config, dataDir, keyFile }, 'no-web', {
      now: () => server.clock.now,
    });
    try {
      const there = { context: restored.context, ...callersOf([restored.url], restored.context) };
      const textOf = async (email: string, password?: string) => {
        const [client] = await (await deviceOf(there, email, password)).collection('clients').getFullList();
        return client?.['description'];
      };
      assert.equal(await textOf(own.email), 'о человеке', `key lost: ${isLost}`);
      assert.equal(await textOf(plain.email), isLost ? LOST_TEXT : 'о человеке');
      await resetPassword(there, own.email);
      assert.equal(await textOf(own.email, NEW_PASSWORD), undefined);
      await post(await deviceOf(there, own.email, NEW_PASSWORD), 'unlock', { password: NEW_PASSWORD, code });
      assert.equal(await textOf(own.email, NEW_PASSWORD), 'о человеке');
    } finally {
      await restored.stop();
    }
  }
});
