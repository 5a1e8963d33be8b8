import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { readSecretValues, writeSecretsFile } from '#server/ground/secrets/secrets.ts';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { withSnapshot } from '#server/data/backup/snapshot.ts';
import { createPractice, type PracticeOnDisk } from '#proofs/support/backup/practice-on-disk.ts';
import { QUICK_KEY } from '#proofs/support/backup/run-command.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { asNobody, giveToNobody, giveToRoot, IS_ROOT } from '#proofs/support/as-nobody.ts';

// Files of one user that a program of another finds: root runs a command by hand, the service has a user of its own.

const AS_ROOT = { skip: IS_ROOT ? false : 'only root can leave files that are somebody else’s' };
const BELONGS = /: \S+ belongs to root, and this runs as \S+\.$/;

let practice: PracticeOnDisk;
before(async () => {
  practice = await createPractice(5);
  chmodSync(dirname(practice.dataDir), 0o755);
});
beforeEach(() => giveToNobody(practice.dataDir));
after(() => practice[Symbol.asyncDispose]());

const sentence = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StartError, String(error));
  assert.match(error.message, pattern);
  assert.ok(!error.message.includes('\n'));
  return true;
};

const nothing = async (): Promise<void> => undefined;

const ownersIn = (folder: string): number[] => readdirSync(folder).map((name) => statSync(join(folder, name)).uid);

test('what root makes in a folder of another user is theirs, and they go on with it', AS_ROOT, async () => {
  const { dataDir } = practice;
  await withSnapshot(dataDir, null, nothing);
  assert.ok(existsSync(join(dataDir, 'backup-lock.db')));
  const db = await openSqlite(dataDir);
  await readSecretValues({ dataDir }, db);
  await db.renewGeneration();
  await db.close();
  const { uid } = statSync(dataDir);
  assert.notEqual(uid, 0);
  assert.deepEqual(new Set(ownersIn(dataDir)), new Set([uid]));
  await asNobody(async () => {
    await withSnapshot(dataDir, null, nothing);
    await (await openSqlite(dataDir)).close();
  });
});

test('a file that root left there before is one sentence that names it', AS_ROOT, async () => {
  const { dataDir } = practice;
  const uses: [name: string, use: () => Promise<unknown>][] = [
    ['backup-lock.db', () => withSnapshot(dataDir, null, nothing)],
    ['backup-scratch/kabinet.db', () => withSnapshot(dataDir, null, nothing)],
    ['lock.db', () => openSqlite(dataDir)],
    ['kabinet.db', () => openSqlite(dataDir)],
    ['kabinet.db', () => withSnapshot(dataDir, null, nothing)],
    ['initialised', () => openSqlite(dataDir)],
  ];
  for (const [name, use] of uses) {
    giveToNobody(dataDir);
    const file = join(dataDir, name);
    const isNew = !existsSync(file);
    mkdirSync(dirname(file), { recursive: true });
    if (isNew) writeFileSync(file, '');
    giveToRoot(file);
    await assert.rejects(asNobody(use), sentence(BELONGS), name);
    await assert.rejects(asNobody(use), (error: Error) => error.message.includes(name), name);
    if (isNew) rmSync(file);
  }
});

test('a folder in which nothing may be made is named by its variable', async () => {
  const dataDir = practice.beside('read-only');
  mkdirSync(dataDir, { mode: 0o555 });
  chmodSync(dirname(dataDir), 0o755);
  await assert.rejects(
    asNobody(() => openSqlite(dataDir)),
    sentence(/^DATA_DIR \S+read-only cannot be used \(EACCES\)/),
  );
});

test('a place that a backup may not be written to is one sentence, and leaves nothing', async () => {
  const closed = practice.beside('closed');
  mkdirSync(closed, { mode: 0o700 });
  if (!IS_ROOT) chmodSync(closed, 0);
  for (const file of [join(closed, 'x.backup'), '/x.backup']) {
    const made = asNobody(() => makeBackup({ dataDir: practice.dataDir, file, key: QUICK_KEY }));
    await assert.rejects(made, sentence(/ cannot be written \(EACCES\)/), file);
  }
  assert.ok(!readdirSync(practice.dataDir).includes('backup-scratch'));
});

test('a folder that may not be entered is not called empty, by a backup, a restore or a start', async () => {
  const closed = practice.beside('nobody-enters');
  mkdirSync(closed, { mode: 0o700 });
  if (!IS_ROOT) chmodSync(closed, 0);
  const dataDir = join(closed, 'data');
  for (const use of [
    () => withSnapshot(dataDir, null, nothing),
    () => restoreBackup(practice.beside('x'), QUICK_KEY, dataDir).then(() => undefined),
    () => openSqlite(dataDir).then(() => undefined),
  ]) {
    await assert.rejects(asNobody(use), sentence(/ \(EACCES\)/));
  }
});

test('secrets that may not be read are not called damaged', async () => {
  const { dataDir } = practice;
  const db = await openSqlite(dataDir);
  const secrets = await readSecretValues({ dataDir }, db);
  await db.close();
  const file = join(dataDir, 'secrets.json');
  writeSecretsFile(secrets, dataDir);
  giveToRoot(file);
  if (!IS_ROOT) chmodSync(file, 0);
  const refused = asNobody(() => readSecretValues({ dataDir }, db));
  await assert.rejects(refused, sentence(/^The file secrets\.json in DATA_DIR cannot be used \(EACCES\)/));
});
