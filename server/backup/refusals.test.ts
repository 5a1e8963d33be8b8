import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { writeBackupFile } from '#server/backup/backup-file.ts';
import { dataFolder, parseCommand } from '#server/backup/command-line.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { knownPassphrase, newPassphrase, readKeyFile } from '#server/backup/passphrase.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { createPractice, type PracticeOnDisk } from '#proofs/support/backup/practice-on-disk.ts';
import { PASSPHRASE } from '#proofs/support/backup/run-command.ts';
import { StartError } from '#server/process/start-error.ts';

let practice: PracticeOnDisk;
before(async () => {
  practice = await createPractice(200);
});
after(() => practice[Symbol.asyncDispose]());

const sentence = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StartError, String(error));
  assert.match(error.message, pattern);
  assert.ok(error.message.endsWith('.') && !error.message.includes('\n'));
  return true;
};

/** Changes the data past the program, for the time of a test. */
function alter(sql: string): void {
  const db = new DatabaseSync(join(practice.dataDir, 'kabinet.db'));
  db.exec('pragma secure_delete = on');
  db.exec(sql);
  db.close();
}

const backUp = (name: string) =>
  makeBackup({ dataDir: practice.dataDir, file: practice.beside(name), passphrase: PASSPHRASE });

test('a folder without data, and a place that cannot be written, are told in one sentence', async () => {
  const nothing = { dataDir: practice.beside('nothing'), file: practice.beside('a'), passphrase: PASSPHRASE };
  await assert.rejects(makeBackup(nothing), sentence(/^DATA_DIR \S+ holds no data\.$/));
  await assert.rejects(backUp('no/such/folder'), sentence(/cannot be written \(ENOENT\)\.$/));
  assert.deepEqual(
    readdirSync(practice.dataDir).filter((name) => name.startsWith('snapshot')),
    [],
  );
});

test('data of a newer version is neither backed up nor put in place', async () => {
  await backUp('older.backup');
  alter("insert into migrations values ('9999-later', '2030-01-01T00:00:00Z')");
  await assert.rejects(backUp('newer.backup'), sentence(/^The data was written by a newer version of Kabinet: /));
  alter("delete from migrations where name = '9999-later'");
  // A disk of its own is not empty to the last name.
  await mkdir(practice.beside('older/lost+found'), { recursive: true });
  await restoreBackup(practice.beside('older.backup'), PASSPHRASE, practice.beside('older'));
  await using file = await open(practice.beside('later.backup'), 'wx');
  const described = { made: '2030-01-01T00:00:00Z', migrations: ['9999-later'], rows: {} };
  await writeBackupFile(file, described, join(practice.dataDir, 'kabinet.db'), PASSPHRASE);
  const target = practice.beside('later');
  const restored = restoreBackup(practice.beside('later.backup'), PASSPHRASE, target);
  await assert.rejects(restored, sentence(/^\S+ was made by a newer version of Kabinet: /));
  assert.equal(existsSync(target), false);
});

test('damaged data is not called a backup', async () => {
  const dataDir = practice.beside('older');
  const file = await open(join(dataDir, 'kabinet.db'), 'r+');
  for (let page = 3; page < 60; page += 1) await file.write(Buffer.alloc(64, 0xff), 0, 64, page * 4096);
  await file.close();
  const backup = { dataDir, file: practice.beside('damaged.backup'), passphrase: PASSPHRASE };
  await assert.rejects(
    makeBackup(backup),
    sentence(/^The data in DATA_DIR \S+ is damaged: no backup was made of it\.$/),
  );
  assert.equal(existsSync(backup.file), false);
  assert.equal(existsSync(`${backup.file}.part`), false);
});

test('the passphrase comes from the key file, without the line break at its end, or from its variable', async () => {
  const keyFile = practice.beside('key');
  await writeFile(keyFile, 'a key of many letters\r\n');
  assert.equal(readKeyFile(keyFile), 'a key of many letters');
  assert.equal(await knownPassphrase({ backupKeyFile: keyFile, backupPassphrase: 'other' }), 'a key of many letters');
  assert.equal(await newPassphrase({ backupKeyFile: null, backupPassphrase: PASSPHRASE }), PASSPHRASE);
  const short = newPassphrase({ backupKeyFile: null, backupPassphrase: 'short' });
  await assert.rejects(short, sentence(/^The passphrase must have at least 12 characters\.$/));
  for (const [text, trouble] of [
    ['short', /must hold one line of at least 12 characters/],
    ['a key of many\nlines and letters', /must hold one line/],
    [Buffer.alloc(32, 0xfe), /must hold text, not bytes/],
  ] as const) {
    await writeFile(keyFile, text);
    assert.throws(() => readKeyFile(keyFile), sentence(trouble));
  }
  assert.throws(
    () => readKeyFile(practice.beside('no-key')),
    sentence(/^BACKUP_KEY_FILE \S+ cannot be read \(ENOENT\)\.$/),
  );
});

test('a command that is typed wrongly says how it is typed', () => {
  assert.deepEqual(parseCommand('backup', ['a', '--overwrite']), { file: 'a', overwrite: true });
  assert.deepEqual(parseCommand('restore', ['a']), { file: 'a', overwrite: false });
  for (const args of [[], ['a', 'b'], ['--over', 'a'], ['']]) {
    assert.throws(() => parseCommand('backup', args), sentence(/^Say npm run backup -- FILE, and --overwrite /));
  }
  assert.throws(() => parseCommand('restore', ['a', '--overwrite']), sentence(/^Say npm run restore -- FILE\.$/));
  assert.equal(dataFolder({ dataDir: './data', databaseUrl: null }), './data');
  assert.throws(
    () => dataFolder({ dataDir: './data', databaseUrl: 'postgres://localhost/kabinet' }),
    sentence(/^DATABASE_URL is set: /),
  );
});
