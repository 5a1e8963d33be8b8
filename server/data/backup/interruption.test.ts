import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { type BackedUp, backUp, killBackup, killRestore } from '#proofs/support/backup/interruption.ts';
import { QUICK_KEY } from '#proofs/support/backup/run-command.ts';

let made: BackedUp;

before(async () => {
  made = await backUp();
});

after(() => made.practice[Symbol.asyncDispose]());

test('a backup that is killed while it writes the file leaves no half file under its name, and the next one passes', () =>
  killBackup(made, 'killed.backup.part'));

test('a restore that is killed while it writes the database is refused by a server or is whole, and can be run again', () =>
  killRestore(made, 'restoring.db'));

test('two backups of one folder are not made at once, and an existing file stays as it is', async () => {
  const { practice, backup } = made;
  const bytes = await readFile(backup);
  const [one, two] = ['one', 'two'].map((name) =>
    makeBackup({
      dataDir: practice.dataDir,
      file: practice.beside(`${name}.backup`),
      key: QUICK_KEY,
    }),
  );
  await assert.rejects(two ?? Promise.resolve(), /^StartError: Another backup of DATA_DIR \S+ is being made\.$/);
  await one;
  const again = makeBackup({ dataDir: practice.dataDir, file: backup, key: QUICK_KEY });
  await assert.rejects(again, /^StartError: \S+ exists already: name another file, or say --overwrite\.$/);
  assert.ok((await readFile(backup)).equals(bytes));
});
