import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createPractice } from '#proofs/support/backup/practice-on-disk.ts';
import { QUICK_KEY, quickKeyVariables } from '#proofs/support/backup/run-command.ts';
import { runTyped } from '#proofs/support/operator/typed.ts';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { COMMANDS } from '#server/operation/operator/commands.ts';

test('a backup is verified with the key that would restore it: a file that is named, the settings, or a typed passphrase', async () => {
  await using practice = await createPractice(1);
  const file = practice.beside('x.backup');
  await makeBackup({ dataDir: practice.dataDir, file, key: QUICK_KEY });
  const { BACKUP_KEY_FILE } = await quickKeyVariables(practice.beside('identity'));
  const verify = (env: NodeJS.ProcessEnv, words: string[] = [], answer?: string) =>
    runTyped(['backup', 'verify', file, ...words], { commands: COMMANDS, env, answer });
  for (const { status, beside } of [
    await verify({}, ['--identity', BACKUP_KEY_FILE]),
    await verify({ BACKUP_KEY_FILE }),
  ]) {
    assert.deepEqual([status, beside], [0, '']);
  }
  const none = await verify({});
  assert.equal(none.status, 1);
  assert.match(none.beside, /no terminal .*BACKUP_KEY_FILE or BACKUP_PASSPHRASE/);
  await writeFile(practice.beside('other'), 'another passphrase\n');
  const wrong = await verify({ BACKUP_KEY_FILE: practice.beside('other') });
  assert.equal(wrong.status, 1);
  assert.equal((await verify({ BACKUP_PASSPHRASE: 'another passphrase' })).beside, wrong.beside);
  assert.ok((await verify({}, [], 'another passphrase')).beside.endsWith(wrong.beside));
});
