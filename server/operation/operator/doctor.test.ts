import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTestData, forEachEngine } from '#proofs/support/engines.ts';
import { startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { envOf } from '#proofs/support/operator/on-server.ts';
import { runTyped } from '#proofs/support/operator/typed.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { backupName } from '#server/data/backup/backup-names.ts';
import { followBackup, noteBackup } from '#server/data/backup/follow-backup.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { openForCommand } from '#server/open-context.ts';
import { checkClock, type DataState } from '#server/operation/operator/check-data.ts';
import { checkBackup } from '#server/operation/operator/check-folders.ts';
import { COMMANDS } from '#server/operation/operator/commands.ts';
import { createLog } from '#server/ground/process/log.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

const typed = (env: NodeJS.ProcessEnv, ...words: string[]) =>
  runTyped(words, { commands: COMMANDS, env, openHere: openForCommand });

async function examined(env: NodeJS.ProcessEnv) {
  const { status, output, beside } = await typed(env, 'doctor', '--json');
  assert.equal(beside, '');
  const { checks }: { checks: { name: string; state: string; says: string }[] } = JSON.parse(output);
  return { status, checks: new Map(checks.map(({ name, state, says }) => [name, { state, says }])) };
}

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('SAFE-04 doctor finds nothing where all is well, and names the variable of what is not', async () => {
    await using server = await openTestServer(engine);
    await using mail = await startFakeSmtp();
    const { config } = server.context;
    const backups = await mkdtemp(join(tmpdir(), 'kabinet-doctor-'));
    try {
      await writeFile(join(backups, backupName(Temporal.Now.instant())), 'age-encryption.org/v1\n');
      const backup = engine === 'sqlite' ? { BACKUP_DIR: backups, BACKUP_RECIPIENT: RECIPIENT } : {};
      const env = { ...envOf(config), SMTP_URL: mail.url, ...backup };
      const well = await examined(env);
      const states = Object.fromEntries([...well.checks].map(([name, { state }]) => [name, state]));
      assert.deepEqual(
        [well.status, states],
        [
          0,
          {
            settings: 'ok',
            address: 'ok',
            licence: 'ok',
            rights: 'ok',
            disk: states['disk'],
            key: 'ok',
            mail: 'ok',
            'mail domain': 'ok',
            backup: engine === 'sqlite' ? 'ok' : 'warning',
            'after backup': 'ok',
            data: 'ok',
            clock: 'ok',
            letters: 'ok',
            versions: 'ok',
          },
        ],
      );
      assert.match((await typed(env, 'doctor')).output, /^✓ settings /);

      const half = await examined({ ...env, LICENCE_PRICE: '2 900 ₽ в год' });
      assert.match(half.checks.get('licence')?.says ?? '', /^LICENCE_PRICE is shown without LICENCE_URL/);

      const broken = await examined({ ...env, SMTP_URL: 'smtp://127.0.0.1:1' });
      assert.deepEqual([broken.status, broken.checks.get('mail')?.state], [1, 'failed']);
      assert.match(broken.checks.get('mail')?.says ?? '', /SMTP_URL .*\(ESOCKET\)/);
      const wrong = await examined({ ...env, PORT: 'abc' });
      assert.deepEqual([wrong.status, [...wrong.checks.keys()]], [1, ['settings']]);
      assert.match(wrong.checks.get('settings')?.says ?? '', /^PORT /);

      await chmod(config.dataDir, 0o755);
      const open = await examined(env);
      assert.deepEqual([open.status, open.checks.get('rights')?.state], [1, 'failed']);
      assert.match(open.checks.get('rights')?.says ?? '', /^DATA_DIR /);
      await chmod(config.dataDir, 0o700);

      const key = config.keyFile ?? '';
      await chmod(key, 0o644);
      const readable = await examined(env);
      assert.deepEqual([readable.status, readable.checks.get('key')?.state], [1, 'failed']);
      assert.match(readable.checks.get('key')?.says ?? '', /^KEY_FILE .* is open to others/);
      await chmod(key, 0o640);
      // As the installation creates it: owned by root and readable for the program's group.
      assert.equal((await examined(env)).checks.get('key')?.state, process.getuid?.() === 0 ? 'ok' : 'failed');
      await chmod(key, 0o600);
      await rename(key, `${key}.away`);
      const without = await examined(env);
      assert.deepEqual([without.status, without.checks.get('key')?.state], [1, 'failed']);
      assert.match(without.checks.get('key')?.says ?? '', /^KEY_FILE /);
      await rename(`${key}.away`, key);
      assert.equal((await examined(env)).status, 0);
    } finally {
      await rm(backups, { recursive: true });
    }
  });
});

test('SAFE-04 doctor says what failed behind the newest backup, with its time, until it is done', async () => {
  await using data = await createTestData('sqlite');
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-doctor-'));
  const now = Temporal.Instant.from('2026-11-23T12:00:00Z');
  const file = backupName(now);
  const answering = createServer((_request, response) => void response.end()).listen(0, '127.0.0.1');
  try {
    await once(answering, 'listening');
    await mkdir(data.config.dataDir, { mode: 0o700 });
    await writeFile(join(folder, file), 'age-encryption.org/v1\n');
    const after = async (settings: NodeJS.ProcessEnv, isNew = true) => {
      const env = { ...envOf(data.config), BACKUP_DIR: folder, BACKUP_RECIPIENT: RECIPIENT, ...settings };
      const context = { config: readConfig(env), log: createLog({ logLevel: 'silent' }), now: () => now };
      if (isNew) await noteBackup(context, file);
      await followBackup(context, folder, new AbortController().signal);
      return (await examined(env)).checks.get('after backup');
    };
    const failing = { BACKUP_AFTER: 'echo secret >&2; exit 7', BACKUP_PING_URL: 'http://127.0.0.1:1/secret' };
    assert.deepEqual(await after(failing), {
      state: 'failed',
      says: `BACKUP_AFTER failed at 2026-11-23T12:00:00Z for ${file}: it is tried again every ten minutes.`,
    });
    assert.deepEqual(await after({ ...failing, BACKUP_AFTER: 'exit 0' }, false), {
      state: 'warning',
      says: `BACKUP_PING_URL did not answer well at 2026-11-23T12:00:00Z after ${file}: it is asked again every ten minutes.`,
    });
    const { port } = answering.address() as AddressInfo;
    const well = { BACKUP_AFTER: 'exit 0', BACKUP_PING_URL: `http://127.0.0.1:${port}/secret` };
    assert.deepEqual(await after(well, false), {
      state: 'ok',
      says: `What follows ${file} was done at 2026-11-23T12:00:00Z.`,
    });
    assert.equal((await after({}, false))?.says, 'Nothing is to follow a backup.');
  } finally {
    answering.close();
    await rm(folder, { recursive: true });
  }
});

test('SAFE-04 a backup is as old as its name says, and has to be one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-doctor-'));
  const config = { backupDir: folder, databaseUrl: null } as Parameters<typeof checkBackup>[0];
  const now = Temporal.Instant.from('2026-11-23T12:00:00Z');
  const state = async () => (await checkBackup(config, now)).state;
  const add = (made: string, text = 'age-encryption.org/v1\n…') =>
    writeFile(join(folder, backupName(Temporal.Instant.from(made))), text);
  try {
    assert.equal(await state(), 'failed', 'none');
    await add('2026-11-20T12:00:00Z');
    await utimes(join(folder, backupName(Temporal.Instant.from('2026-11-20T12:00:00Z'))), new Date(), new Date());
    assert.equal(await state(), 'failed', 'an old one that was copied today');
    await add('2027-01-01T00:00:00Z');
    assert.equal(await state(), 'failed', 'one from the future');
    await add('2026-11-23T03:00:00Z');
    assert.equal(await state(), 'ok');
    await add('2026-11-23T04:00:00Z', '');
    assert.equal(await state(), 'failed', 'an empty one');
    await rm(folder, { recursive: true });
    assert.equal(await state(), 'failed', 'no folder');
  } finally {
    await mkdir(folder, { recursive: true });
    await rm(folder, { recursive: true });
  }
});

test('SAFE-04 doctor before the first start names what that start makes, and makes nothing', async () => {
  await using data = await createTestData('sqlite');
  const backups = await mkdtemp(join(tmpdir(), 'kabinet-doctor-'));
  try {
    const env = { ...envOf(data.config), BACKUP_DIR: backups, BACKUP_RECIPIENT: RECIPIENT };
    const { status, checks } = await examined(env);
    const says = (name: string) => checks.get(name)?.says ?? '';
    assert.equal(status, 1);
    assert.match(says('rights'), /^DATA_DIR \S+ is not there, as before the first start/);
    assert.match(says('key'), /^KEY_FILE \S+ is missing\. The first start makes it;/);
    assert.match(says('backup'), /^BACKUP_DIR \S+ has no backup: the first is made within minutes after a start\.$/);
    assert.equal(existsSync(data.config.dataDir), false);
  } finally {
    await rm(backups, { recursive: true });
  }
});

test('SAFE-04 a clock behind its own journal, or apart from the database’s, is wrong', () => {
  const now = Temporal.Instant.from('2026-11-23T12:00:00Z');
  const seconds = now.epochMilliseconds / 1000;
  const state = (data: Partial<DataState>) =>
    checkClock({ version: '', engine: 'sqlite', letters: null, newest: '', databaseClock: null, ...data }, now).state;
  assert.equal(state({}), 'ok');
  assert.equal(state({ newest: '2026-11-23 12:00:30.000Z' }), 'ok');
  assert.equal(state({ newest: '2026-11-23 12:02:00.000Z' }), 'failed');
  assert.equal(state({ databaseClock: seconds - 59 }), 'ok');
  assert.equal(state({ databaseClock: seconds - 61 }), 'failed');
});

test('SAFE-04 mail-test says what the mail server said', async () => {
  await using mail = await startFakeSmtp();
  const env = { SMTP_URL: mail.url };
  const sent = await typed(env, 'mail-test', 'anna@example.org');
  assert.deepEqual([sent.status, sent.beside], [0, '']);
  assert.equal(mail.taken.length, 1);
  const refused = await typed({ SMTP_URL: 'smtp://127.0.0.1:1' }, 'mail-test', 'anna@example.org');
  assert.deepEqual([refused.status, refused.output], [1, '']);
  assert.match(refused.beside, /^The mail server of SMTP_URL did not take the letter \(.*ESOCKET.*\)\.\n$/);
  assert.match((await typed({}, 'mail-test', 'anna@example.org')).beside, /^SMTP_URL is not set/);
  assert.equal((await typed(env, 'mail-test', 'anna')).status, 2);
});
