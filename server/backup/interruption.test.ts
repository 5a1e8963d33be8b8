import assert from 'node:assert/strict';
import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, watch } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { readBackupFile } from '#server/backup/backup-file.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { createPractice, type PracticeOnDisk } from '#proofs/support/backup/practice-on-disk.ts';
import { readTables } from '#proofs/support/backup/read-tables.ts';
import { QUICK_KEY, quickKeyVariables, startCommand } from '#proofs/support/backup/run-command.ts';
import { openSqlite } from '#server/db/sqlite.ts';

let practice: PracticeOnDisk;
let backup: string;
let keyVariables: NodeJS.ProcessEnv;

before(async () => {
  // Some megabytes, so that there is time to kill the process.
  practice = await createPractice(1500);
  backup = practice.beside('whole.backup');
  keyVariables = await quickKeyVariables(practice.beside('identity'));
  await makeBackup({ dataDir: practice.dataDir, file: backup, key: QUICK_KEY });
});

after(() => practice[Symbol.asyncDispose]());

/** Kills a process as soon as a file appears in a folder; returns whether it was killed before it ended. */
async function killAtSightOf(child: ChildProcess, folder: string, name: string): Promise<boolean> {
  const ended = once(child, 'close');
  const look = (): void => {
    if (readdirSync(folder).includes(name)) child.kill('SIGKILL');
  };
  const watcher = watch(folder, look);
  look();
  await ended;
  watcher.close();
  return child.signalCode === 'SIGKILL';
}

for (const [when, folder, name] of [
  ['while it copies the database', () => practice.dataDir, 'snapshot.db'],
  ['while it writes the file', () => dirname(backup), 'killed.backup.part'],
  ['when the file has its name', () => dirname(backup), 'killed.backup'],
] as const) {
  test(`a backup that is killed ${when} leaves no half file under its name, and the next one passes`, async () => {
    const file = practice.beside('killed.backup');
    const child = startCommand('backup', practice.dataDir, [file, '--overwrite'], keyVariables);
    const killed = await killAtSightOf(child, folder(), name);
    if (existsSync(file)) await readBackupFile(file, QUICK_KEY);
    else assert.ok(killed);
    await makeBackup({ dataDir: practice.dataDir, file, key: QUICK_KEY, overwrite: true });
    assert.ok(!readdirSync(practice.dataDir).includes('snapshot.db'));
    assert.ok(!existsSync(`${file}.part`));
  });
}

for (const name of ['lock.db', 'initialised', 'restoring.db', 'kabinet.db']) {
  test(`a restore that is killed at the sight of ${name} is refused by a server or is whole, and can be run again`, async () => {
    const target = practice.beside(`killed-at-${name}`);
    await mkdir(target);
    const child = startCommand('restore', target, [backup], keyVariables);
    const killed = await killAtSightOf(child, target, name);
    assert.ok(killed || name === 'kabinet.db');
    const left = readdirSync(target);
    if (!left.includes('kabinet.db')) {
      if (left.includes('restoring.db')) assert.ok(left.includes('initialised'));
      if (left.includes('initialised')) await assert.rejects(openSqlite(target), /kabinet\.db is missing/);
      await restoreBackup(backup, QUICK_KEY, target);
    }
    const expected = readTables(practice.dataDir);
    assert.deepEqual(readTables(target), { ...expected, sign_ins: [], known_addresses: [] });
  });
}

test('two backups of one folder are not made at once, and an existing file stays as it is', async () => {
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
