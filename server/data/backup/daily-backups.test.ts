import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { readBackupFile } from '#server/data/backup/backup-file.ts';
import { backupName } from '#server/data/backup/backup-names.ts';
import { startDailyBackups } from '#server/data/backup/daily-backups.ts';
import { createPractice, type PracticeOnDisk } from '#proofs/support/backup/practice-on-disk.ts';
import { KEY, PASSPHRASE, QUICK_KEY, quickKeyVariables } from '#proofs/support/backup/run-command.ts';
import { type Config, ConfigError, readConfig } from '#server/ground/config/config.ts';
import type { SqliteDatabase } from '#server/ground/db/sqlite.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { newCounts } from '#server/ground/process/counts.ts';
import { createLog } from '#server/ground/process/log.ts';
import { asNobody } from '#proofs/support/as-nobody.ts';

const KEPT = 14;
const NAME = 'kabinet-2026-11-21T090000Z.backup';
const CANARY = 'Тайнопись';

let practice: PracticeOnDisk;
let keyFile: string;
let config: Config;
const clock = { now: Temporal.Instant.from('2026-11-21T09:00:00Z') };
const lines: string[] = [];
const waiting: (() => void)[] = [];
const log = createLog(
  { logLevel: 'trace' },
  { write: (line) => (lines.push(line), waiting.splice(0).forEach((go) => go())) },
);

before(async () => {
  practice = await createPractice(20);
  keyFile = practice.beside('key');
  await writeFile(keyFile, PASSPHRASE);
  const dataDir = practice.dataDir;
  await mkdir(practice.beside('backups'));
  const key = await quickKeyVariables(practice.beside('identity'));
  config = readConfig({ DATA_DIR: dataDir, BACKUP_DIR: practice.beside('backups'), ...key });
});

after(() => practice[Symbol.asyncDispose]());

const start = (changes: Partial<Config> = {}) =>
  startDailyBackups({
    config: { ...config, ...changes },
    log,
    now: () => clock.now,
    counts: newCounts(),
    // Of SQLite it asks nothing.
    db: { engine: 'sqlite' } as SqliteDatabase,
  });

const nextLine = () => new Promise<void>((resolve) => waiting.push(resolve));
const made = () => readdirSync(practice.beside('backups')).toSorted();

/** Starts, waits for the first log entry, and stops. */
async function runOnce(): Promise<string> {
  const said = nextLine();
  const backups = start();
  await said;
  await backups.stop();
  return lines.at(-1) ?? '';
}

test('a backup is made at the first start, and none at the next start of the same day', async () => {
  assert.match(await runOnce(), /"file":"kabinet-2026-11-21T090000Z.backup".*"msg":"backup made"/);
  assert.deepEqual(made(), [NAME]);
  await readBackupFile(practice.beside(`backups/${NAME}`), QUICK_KEY);
  clock.now = clock.now.add({ hours: 23 });
  await start().stop();
  assert.deepEqual(made(), [NAME]);
});

test('a server that has a recipient alone makes backups that it cannot open', async () => {
  const identity = await generateX25519Identity();
  const backupDir = practice.beside('sealed');
  await mkdir(backupDir);
  const said = nextLine();
  const backups = start({ backupDir, backupKeyFile: null, backupRecipients: [await identityToRecipient(identity)] });
  await said;
  await backups.stop();
  const [name = ''] = readdirSync(backupDir);
  await readBackupFile(join(backupDir, name), { identities: [identity] });
  await assert.rejects(readBackupFile(join(backupDir, name), KEY), StartError);
});

test('a failure is told without a word about anybody, and tried again while the server runs', async () => {
  clock.now = clock.now.add({ hours: 2 });
  mock.timers.enable({ apis: ['setInterval'] });
  const said = nextLine();
  const backups = start({ backupRecipients: [], backupKeyFile: keyFile });
  await rm(keyFile);
  await said;
  assert.match(
    lines.at(-1) ?? '',
    /BACKUP_KEY_FILE \S+ cannot be read \(ENOENT\)\..*backup failed, tried again in ten/,
  );
  assert.deepEqual(made(), [NAME]);
  await writeFile(keyFile, PASSPHRASE);
  // The look that failed may not be over yet: the next one begins after it.
  const already = lines.length;
  while (lines.length === already) {
    mock.timers.tick(10 * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await backups.stop();
  mock.timers.reset();
  assert.deepEqual(made(), [NAME, 'kabinet-2026-11-22T100000Z.backup']);
  assert.ok(!lines.join('').includes(CANARY) && !lines.join('').includes(PASSPHRASE));
});

test(`the newest ${KEPT} are kept, what is not ours stays, and names from the future, of a clock that was wrong, take no place`, async () => {
  const folder = practice.beside('backups');
  for (let day = 1; day <= 20; day += 1) {
    await writeFile(join(folder, `kabinet-2026-10-${String(day).padStart(2, '0')}T090000Z.backup`), '');
  }
  for (const name of ['notes.txt', 'kabinet-by-hand.backup', 'kabinet-2026-10-02T090000Z.backup.part']) {
    await writeFile(join(folder, name), '');
  }
  const future = Array.from({ length: KEPT }, (_, day) => `kabinet-2028-01-${day + 10}T090000Z.backup`);
  for (const name of future) await writeFile(join(folder, name), '');
  clock.now = clock.now.add({ hours: 24 });
  await runOnce();
  const kept = made();
  // The newest 14 are three of November and the 10th to the 20th of October; the 1st begins a month and a week, the 5th a week.
  const october = kept.flatMap((name) => /^kabinet-2026-10-(\d\d)T090000Z\.backup$/.exec(name)?.[1] ?? []).map(Number);
  assert.deepEqual(october, [1, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  assert.ok(kept.includes('notes.txt') && kept.includes('kabinet-by-hand.backup'));
  assert.ok(kept.includes('kabinet-2026-11-23T100000Z.backup'));
  assert.ok(!kept.includes('kabinet-2026-10-02T090000Z.backup.part'));
  await start().stop();
  assert.ok(made().filter((name) => name.endsWith('.backup') && name < 'kabinet-2028').length >= KEPT);
  for (const name of future) await rm(join(folder, name));
});

test('a server that stops ends its backup, and what was begun has no name', async () => {
  const isEnded = async () => {
    clock.now = clock.now.add({ hours: 48 });
    const name = backupName(clock.now);
    const backups = start();
    while (!made().some((file) => file.startsWith(name))) await new Promise((resolve) => setTimeout(resolve, 1));
    await backups.stop();
    return !made().includes(name);
  };
  // It can be complete before it is ended, but not each time.
  for (let tries = 1; !(await isEnded()); tries += 1) assert.ok(tries < 10);
});

test('folders that would make a backup worthless stop the start with one sentence', async () => {
  const inside = join(practice.dataDir, 'backups');
  assert.throws(
    () => start({ backupDir: inside }),
    new ConfigError('BACKUP_DIR must not lie in DATA_DIR: both would be lost at once.'),
  );
  await mkdir(practice.beside('both'), { recursive: true });
  const backupKeyFile = practice.beside('both/key');
  await writeFile(backupKeyFile, PASSPHRASE);
  assert.throws(
    () => start({ backupDir: practice.beside('both'), backupKeyFile }),
    new ConfigError('BACKUP_KEY_FILE must not lie in BACKUP_DIR: who finds a backup would find its key.'),
  );
});

test('a folder that is away or may not be written is an alarm every ten minutes, makes no folder, and stops nothing', async () => {
  const mount = practice.beside('mount');
  const backupDir = join(mount, 'backups');
  const saidOf = async (folder: string): Promise<string> => {
    const said = nextLine();
    const backups = start({ backupDir: folder });
    await said;
    await backups.stop();
    return lines.at(-1) ?? '';
  };
  const away =
    /"level":"error".*"reason":"BACKUP_DIR \S+ cannot be used \(ENOENT\)\.","msg":"backup failed, tried again/;
  assert.match(await saidOf(backupDir), away);
  assert.ok(!existsSync(mount), 'the disk that comes later lies over nothing');
  assert.match(await saidOf(join(keyFile, 'deeper')), /\(ENOTDIR\)/);

  clock.now = clock.now.add({ hours: 48 });
  await mkdir(backupDir, { recursive: true });
  assert.match(await saidOf(backupDir), /"msg":"backup made"/);
  await chmod(dirname(keyFile), 0o755);
  for (const mode of [0o555, 0o333]) {
    clock.now = clock.now.add({ hours: 24 });
    await chmod(backupDir, mode);
    assert.match(await asNobody(() => saidOf(backupDir)), /BACKUP_DIR \S+ cannot be used \(EACCES\)/, mode.toString(8));
  }
  assert.equal(readdirSync(backupDir).length, 1);
});
