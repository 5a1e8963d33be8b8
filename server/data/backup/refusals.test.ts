import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { writeBackupFile } from '#server/data/backup/backup-file.ts';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { openingKey, readKeyFile, sealingKey } from '#server/data/backup/keys.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { seal } from '#server/data/backup/sealed-file.ts';
import { runTyped } from '#proofs/support/operator/typed.ts';
import { COMMANDS } from '#server/operation/operator/commands.ts';
import { createPractice, type PracticeOnDisk } from '#proofs/support/backup/practice-on-disk.ts';
import { IDENTITY, KEY, PASSPHRASE, QUICK_KEY, RECIPIENT } from '#proofs/support/backup/run-command.ts';
import { StartError } from '#server/ground/process/start-error.ts';

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

/** Changes a database directly: the data, for the duration of a test, or a copy. */
function alter(sql: string, file = join(practice.dataDir, 'kabinet.db')): void {
  const db = new DatabaseSync(file);
  db.exec('pragma secure_delete = on');
  db.exec(sql);
  db.close();
}

const unasked = (): Promise<never> => assert.fail('nobody is asked');

const backUp = (name: string) => makeBackup({ dataDir: practice.dataDir, file: practice.beside(name), key: QUICK_KEY });

test('a folder without data, and a place that cannot be written, are told in one sentence', async () => {
  const nothing = { dataDir: practice.beside('nothing'), file: practice.beside('a'), key: QUICK_KEY };
  await assert.rejects(makeBackup(nothing), sentence(/^DATA_DIR \S+ holds no data\.$/));
  await assert.rejects(backUp('no/such/folder'), sentence(/cannot be written \(ENOENT\)\.$/));
  assert.deepEqual(
    readdirSync(practice.dataDir).filter((name) => name.includes('scratch')),
    [],
  );
});

test('data of a newer version is neither backed up nor put in place', async () => {
  await backUp('older.backup');
  alter("insert into migrations values ('9999-later', '2030-01-01T00:00:00Z')");
  await assert.rejects(backUp('newer.backup'), sentence(/^The data was written by a newer version of Kabinet: /));
  alter("delete from migrations where name = '9999-later'");
  // The top folder of a disk contains lost+found, which a restore accepts.
  await mkdir(practice.beside('older/lost+found'), { recursive: true });
  await restoreBackup(practice.beside('older.backup'), QUICK_KEY, practice.beside('older'));
  await using file = await open(practice.beside('later.backup'), 'wx');
  const copy = practice.beside('later.db');
  await writeFile(copy, await readFile(join(practice.beside('older'), 'kabinet.db')));
  alter("insert into migrations values ('9999-later', '2030-01-01T00:00:00Z')", copy);
  await writeBackupFile(file, copy, QUICK_KEY);
  const target = practice.beside('later');
  const restored = restoreBackup(practice.beside('later.backup'), QUICK_KEY, target);
  await assert.rejects(restored, sentence(/^\S+ was made by a newer version of Kabinet: /));
  assert.equal(existsSync(target), false);
});

test('damaged data is not called a backup', async () => {
  const dataDir = practice.beside('older');
  const file = await open(join(dataDir, 'kabinet.db'), 'r+');
  for (let page = 3; page < 60; page += 1) await file.write(Buffer.alloc(64, 0xff), 0, 64, page * 4096);
  await file.close();
  const backup = { dataDir, file: practice.beside('damaged.backup'), key: QUICK_KEY };
  await assert.rejects(makeBackup(backup), sentence(/^The data is damaged: no backup was made of it\.$/));
  assert.equal(existsSync(backup.file), false);
  assert.equal(existsSync(`${backup.file}.part`), false);
});

test('the passphrase comes from the key file, without the line break at its end, or from its variable', async () => {
  const keyFile = practice.beside('key');
  await writeFile(keyFile, 'a key of many letters\r\n');
  const passphrase = 'a key of many letters';
  assert.deepEqual(readKeyFile(keyFile), { passphrase });
  const none = { backupRecipients: [], backupKeyFile: null, backupPassphrase: null };
  assert.deepEqual(await openingKey({ ...none, backupKeyFile: keyFile, backupPassphrase: 'other' }, unasked), {
    passphrase,
  });
  assert.deepEqual(await sealingKey({ ...none, backupPassphrase: PASSPHRASE }, unasked), KEY);
  const short = sealingKey({ ...none, backupPassphrase: 'short' }, unasked);
  await assert.rejects(short, sentence(/^The passphrase must have at least 12 characters\.$/));
  for (const [text, trouble] of [
    ['short', /must hold one line of at least 12 characters/],
    ['a key of many\nlines and letters', /must hold one line/],
    [Buffer.alloc(32, 0xfe), /must hold text, not bytes/],
    [RECIPIENT, /holds a public key: its identity, AGE-SECRET-KEY-…, opens backups\.$/],
    [`# created\n${IDENTITY.slice(0, -1)}\n`, /holds an identity that is not whole\.$/],
    [IDENTITY.replace('GGHZ', 'GGHH'), /holds an identity that is not whole\.$/],
  ] as const) {
    await writeFile(keyFile, text);
    assert.throws(() => readKeyFile(keyFile), sentence(trouble));
  }
  assert.throws(
    () => readKeyFile(practice.beside('no-key')),
    sentence(/^BACKUP_KEY_FILE \S+ cannot be read \(ENOENT\)\.$/),
  );
});

test('recipients go before a passphrase, and an identity opens backups and makes none', async () => {
  const identity = await generateX25519Identity();
  const recipients = [await identityToRecipient(identity)];
  const keyFile = practice.beside('identity');
  await writeFile(keyFile, `# created: 2026-11-21\n# public key: ${recipients[0]}\n${identity}\n`);
  const config = { backupRecipients: recipients, backupKeyFile: keyFile, backupPassphrase: PASSPHRASE };
  assert.deepEqual(await sealingKey(config, unasked), { recipients });
  assert.deepEqual(await openingKey(config, unasked), { identities: [identity] });
  await assert.rejects(
    sealingKey({ ...config, backupRecipients: [] }, unasked),
    sentence(/^BACKUP_KEY_FILE holds an identity: name its recipient in BACKUP_RECIPIENT to make a backup\.$/),
  );
});

test('a file of age that is no backup is told from one', async () => {
  const other = practice.beside('other.db');
  alter('create table letters (text)', other);
  for (const text of ['Письмо другому человеку', '', await readFile(other)]) {
    const bytes = await Array.fromAsync(seal(Readable.from([Buffer.from(text)]), QUICK_KEY, 4));
    await writeFile(practice.beside('other.age'), Buffer.concat(bytes));
    const restored = restoreBackup(practice.beside('other.age'), QUICK_KEY, practice.beside('other'));
    await assert.rejects(restored, sentence(/^\S+ is no backup of Kabinet\.$/));
    assert.equal(existsSync(practice.beside('other')), false);
  }
});

test('a restore takes a key file or does without it, and not both', async () => {
  const words = [
    'backup',
    'restore',
    practice.beside('older.backup'),
    '--key',
    join(practice.dataDir, 'key'),
    '--without-key',
  ];
  const env = { DATA_DIR: practice.beside('both'), BACKUP_PASSPHRASE: PASSPHRASE };
  const { status, beside } = await runTyped(words, { commands: COMMANDS, env });
  assert.deepEqual([status, beside], [2, 'Either --key FILE or --without-key.\n']);
  assert.equal(existsSync(practice.beside('both')), false);
});
