import assert from 'node:assert/strict';
import { type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import PocketBase from 'pocketbase';
import { createPractice, EMAIL, PASSWORD, type PracticeOnDisk } from '#proofs/support/backup/practice-on-disk.ts';
import { readTables } from '#proofs/support/backup/read-tables.ts';
import { LOST_TEXT } from '#domain/keys/keys.ts';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { QUICK_KEY, quickKeyVariables, runCommand } from '#proofs/support/backup/run-command.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { listLetters } from '#server/ground/mail/read-letters.ts';
import { endProgram, readyUrl, startProgram } from '#proofs/support/program.ts';
import { refusalOf } from '#proofs/support/test-server.ts';
import { longTest } from '#proofs/support/long-form.ts';

// One scenario: a server is written to, backed up meanwhile, written to again and lost; then its backup is restored.

const CLIENTS = 100;
const WRITE_EVERY_MS = 25;
const NEW_PASSWORD = 'новый-пароль-2';
const ADD_FACTOR = `insert into second_factors
  select id, 'sealed', '2026-11-21 09:00:00.000Z', 0, '[]', 0, '2026-11-21 09:00:00.000Z' from users limit 1`;
const SESSIONS_BEGIN = Temporal.Instant.from('2030-01-01T00:00:00Z');

/** What seals and opens the backups, but where a test names a passphrase. */
let key: NodeJS.ProcessEnv;
let practice: PracticeOnDisk;
const children: ChildProcess[] = [];
let running: { child: ChildProcess; url: string };
/** Signed in before the backup. */
let pb: PocketBase;
let backup: string;
/** Clients whose creation got a response before the backup began. */
let known: string[];
/** A client created after the backup was made. */
let late: string;
let usedLink: string;
/** The ways out of letters to clients of before the backup: by one the client opted out then, by the other not yet. */
let waysOut: { stopped: string; open: string };

before(async () => {
  practice = await createPractice(CLIENTS);
  key = await quickKeyVariables(practice.beside('identity'));
  running = await serve(practice.dataDir);
  pb = guest();
  await users(pb).authWithPassword(EMAIL, PASSWORD);
  waysOut = { stopped: await wayOutOf('stopped@example.org'), open: await wayOutOf('open@example.org') };
  assert.equal(await optOut(waysOut.stopped), 204);
});

after(async () => {
  for (const child of children) await endProgram(child, 'SIGKILL');
  await practice[Symbol.asyncDispose]();
});

function command(...[name, dataDir, args]: Parameters<typeof runCommand>) {
  return runCommand(name, dataDir, args, key);
}

async function serve(dataDir: string): Promise<typeof running> {
  const child = startProgram('server/main.ts', { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });
  children.push(child);
  return { child, url: await readyUrl(child) };
}

function guest(): PocketBase {
  const client = new PocketBase(running.url);
  client.autoCancellation(false);
  return client;
}

/** Plans a session with a new client; returns the path of the way out of the letter about it. */
async function wayOutOf(email: string): Promise<string> {
  const client = await pb.collection('clients').create({ name: email, phone: '+7 900 000-00-01', email });
  // It begins before its letter has settled, which therefore goes at once.
  const date = Temporal.Now.instant().add({ seconds: 110 }).toString().replace('T', ' ');
  await pb.collection('sessions').create({ client: client.id, date, status: 'scheduled', allowOverlap: true });
  for (;;) {
    const letters = await listLetters(join(practice.dataDir, 'mail'));
    const path = /\/letters\/stop\/[\w-]+/.exec(letters.find(({ to }) => to.includes(email))?.text ?? '')?.[0];
    if (path !== undefined) return path;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function optOut(path: string): Promise<number> {
  return (await fetch(running.url + path, { method: 'POST' })).status;
}

function users(client: PocketBase) {
  return client.collection('users');
}

/** Creates clients, each with a session, until the signal aborts; `created` grows with each response. */
async function keepWriting(number: number, created: string[], until: AbortSignal): Promise<void> {
  for (let n = 0; !until.aborted; n += 1) {
    const texts = { description: `Со слов ${number}-${n}` };
    const client = await pb
      .collection('clients')
      .create({ name: `Запись ${number}-${n}`, phone: '+7 900 000-00-00', ...texts });
    created.push(client.id);
    const date = SESSIONS_BEGIN.add({ hours: 24 * n + 2 * number })
      .toString()
      .replace('T', ' ');
    await pb.collection('sessions').create({ client: client.id, date, status: 'scheduled' });
    // Thousands of records would prove no more, and every command after this one reads them all.
    await sleep(WRITE_EVERY_MS);
  }
}

test('a backup of a running server is made while it writes, and the writes go on', async () => {
  const created: string[] = [];
  const stop = new AbortController();
  const writers = [0, 1, 2].map((number) => keepWriting(number, created, stop.signal));
  while (created.length < 30) await new Promise((resolve) => setTimeout(resolve, 10));
  known = [...created];
  backup = practice.beside('monday.backup');
  const { code, output } = await command('backup', practice.dataDir, [backup]);
  const during = created.length - known.length;
  stop.abort();
  await Promise.all(writers);
  assert.equal(code, 0, output);
  assert.match(
    output,
    /^The backup \S+monday\.backup is made and checked: \d+ rows\.\nThe key file \S+ lies beside the data, [^\n]+\.\n$/,
  );
  assert.ok(during > 10, `${during} clients were created meanwhile`);
  assert.equal(statSync(backup).mode & 0o777, 0o600);
  assert.deepEqual(
    readdirSync(practice.dataDir).filter((name) => name.includes('scratch')),
    [],
  );
  assert.ok(!(await readFile(backup)).includes('Тайнопись'));
});

test('what happens afterwards: a client, a used link, a new password', async () => {
  late = (await pb.collection('clients').create({ name: 'Поздняя запись', phone: '+7 900 000-00-00' })).id;
  await users(guest()).requestPasswordReset(EMAIL);
  usedLink = await resetToken();
  await users(guest()).confirmPasswordReset(usedLink, NEW_PASSWORD, NEW_PASSWORD);
  await endProgram(running.child, 'SIGKILL');
});

async function resetToken(): Promise<string> {
  for (;;) {
    const letters = await listLetters(join(practice.dataDir, 'mail'));
    // Letters to clients go out meanwhile, and hold links with tokens as well.
    const letter = letters.find(({ subject }) => subject.startsWith('Новый пароль'));
    const token = /#token=([\w.-]+)/.exec(letter?.text ?? '')?.[1];
    if (token !== undefined) return token;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('neither a wrong passphrase nor a damaged file touches anything', async () => {
  const target = practice.beside('restored');
  await assert.rejects(
    restoreBackup(backup, { passphrase: 'не тот пароль' }, target),
    new StartError(`The passphrase is not the one of ${backup}, or the beginning of that file is damaged.`),
  );
  const bytes = await readFile(backup);
  const damaged = practice.beside('damaged.backup');
  await writeFile(damaged, bytes);
  await truncate(damaged, bytes.length - 4096);
  const refused = new StartError(`${damaged} is damaged or not whole.`);
  await assert.rejects(restoreBackup(damaged, QUICK_KEY, target), refused);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(damaged, bytes);
  await assert.rejects(restoreBackup(damaged, QUICK_KEY, target), refused);
  assert.equal(existsSync(target), false);
  await assert.rejects(
    restoreBackup(backup, QUICK_KEY, practice.dataDir),
    /^StartError: DATA_DIR \S+ is not empty \(\S+\): name an empty folder, or one that is not there\.$/,
  );
});

test('SEAL-02 no backup holds the key of the texts: a restore asks for it, and without it changes nothing', async () => {
  const target = practice.beside('restored');
  const missing = await command('restore', target, [backup]);
  assert.match(missing.output, /^The key file \S+ is missing, and no backup holds it: [^.]+\.\n$/);
  const from = practice.beside('other-key');
  await writeFile(from, `${randomBytes(32).toString('base64')}\n`);
  await assert.rejects(
    restoreBackup(backup, QUICK_KEY, target, undefined, { place: join(target, 'key'), from }),
    /^StartError: The key file \S+ is not the one with which the texts of the backup are sealed\.$/,
  );
  assert.deepEqual([missing.code, existsSync(target)], [1, false]);
});

longTest(
  'SEAL-02 a restore without a lost key brings everything but second factors, and starts with a key of its own',
  async () => {
    const [withFactor, target] = [practice.beside('with-factor'), practice.beside('without-key')];
    const ofPractice = { place: join(withFactor, 'key'), from: join(practice.dataDir, 'key') };
    await restoreBackup(backup, QUICK_KEY, withFactor, undefined, ofPractice);
    assert.equal(factors(withFactor, ADD_FACTOR), 1);
    const again = practice.beside('with-factor.backup');
    await makeBackup({ dataDir: withFactor, file: again, key: QUICK_KEY });
    const { code, output } = await command('restore', target, [again, '--without-key']);
    assert.equal(code, 0, output);
    assert.match(output, /^Second factors are off: everybody signs in with the password alone /m);
    assert.doesNotMatch(output, /recovery codes/);
    assert.equal(factors(target), 0);
    const server = await serve(target);
    const signedIn = await new PocketBase(server.url).collection('users').authWithPassword(EMAIL, PASSWORD);
    assert.notEqual(signedIn.token, '');
    const clients = new PocketBase(server.url);
    clients.authStore.save(signedIn.token);
    const lost = await clients.collection('clients').getFullList({ filter: 'name ~ "Запись "' });
    assert.ok(lost.length >= 30 && lost.every(({ description }) => description === LOST_TEXT));
    assert.match(output, /^Texts that the key sealed are lost in \d+ records: each of them says so\.$/m);
    const unnamed = await clients.collection('clients').getFirstListItem('name = "stopped@example.org"');
    assert.equal(unnamed['description'], '', 'what was empty is not lost');
    const [first] = lost;
    await clients.collection('clients').update(first?.id ?? '', { description: 'снова со слов' });
    assert.equal((await clients.collection('clients').getOne(first?.id ?? ''))['description'], 'снова со слов');
    await endProgram(server.child, 'SIGTERM');
    const kept = (folder: string) => readFile(join(folder, 'key'), 'utf8');
    assert.notEqual(await kept(target), await kept(practice.dataDir));
  },
);

test('the restored folder holds one instant of the data, whole', async () => {
  const target = practice.beside('restored');
  const { code, output } = await command('restore', target, [backup, '--key', join(practice.dataDir, 'key')]);
  assert.equal(code, 0, output);
  assert.doesNotMatch(output, /recovery codes/, 'nobody has a second factor there');
  assert.deepEqual(readdirSync(target).toSorted(), ['initialised', 'kabinet.db', 'key', 'lock.db']);
  for (const name of readdirSync(target)) assert.equal(statSync(join(target, name)).mode & 0o777, 0o600, name);
  const [lost, restored] = [readTables(practice.dataDir), readTables(target)];
  assert.deepEqual(Object.keys(restored), Object.keys(lost));
  assert.deepEqual(restored['sign_ins'], []);
  const ids = idsOf(restored['clients']);
  assert.deepEqual(
    known.filter((id) => !ids.has(id)),
    [],
  );
  assert.ok(!ids.has(late));
  // Clients were created in order, each with a session and the time that it holds: a snapshot has no gap.
  for (const number of [0, 1, 2]) {
    const names = (restored['clients'] ?? []).map((row) => String(Object(row).name));
    const count = names.filter((name) => name.startsWith(`Запись ${number}-`)).length;
    for (let n = 0; n < count; n += 1) assert.ok(names.includes(`Запись ${number}-${n}`));
  }
  assert.deepEqual(
    new Set((restored['held_time'] ?? []).map((row) => Object(row).source_id)),
    idsOf(restored['sessions']),
  );
});

/** Runs a statement; returns the number of second factors then. */
function factors(folder: string, change = '') {
  const db = new DatabaseSync(join(folder, 'kabinet.db'));
  db.exec(change);
  const count = db.prepare('select count(*) as count from second_factors').get()?.['count'];
  db.close();
  return count;
}

function idsOf(rows: object[] | undefined): Set<string> {
  return new Set((rows ?? []).map((row) => String(Object(row).id)));
}

test('the server starts on it: the password of that time, no token of that time, no link once used', async () => {
  running = await serve(practice.beside('restored'));
  const old = new PocketBase(running.url);
  old.authStore.save(pb.authStore.token, pb.authStore.record);
  assert.equal((await refusalOf(users(old).authRefresh())).status, 401);
  assert.equal((await old.collection('clients').getList()).totalItems, 0);
  const again = await refusalOf(users(guest()).confirmPasswordReset(usedLink, NEW_PASSWORD, NEW_PASSWORD));
  assert.deepEqual(again.codes, { token: 'validation_invalid_token' });
  assert.equal((await refusalOf(users(guest()).authWithPassword(EMAIL, NEW_PASSWORD))).status, 400);
  await users(old).authWithPassword(EMAIL, PASSWORD);
  assert.ok((await old.collection('clients').getList()).totalItems >= CLIENTS + known.length);
  assert.equal((await refusalOf(old.collection('clients').getOne(late))).status, 404);
  const { collectionName: _, ...profile } = await old.collection('profiles').getFirstListItem('');
  const page = await fetch(`${running.url}/api/booking-page/${String(profile['booking_hash'])}`);
  assert.equal(page.status, 200);
  pb = old;
});

test('LETTER-06 an opt-out before the backup holds after its restore, and an older letter still has its way out', async () => {
  const body = { name: 'Кто отказался', phone: '+7 900 000-00-02', email: 'stopped@example.org' };
  const again = await pb.collection('clients').create(body);
  assert.deepEqual([again['reminders'], again['letters_off']], ['none', 'stopped']);
  assert.equal(await optOut(waysOut.open), 204);
  const { items } = await pb
    .collection('clients')
    .getList(1, 1, { filter: "letters_off = 'stopped' && name = 'open@example.org'" });
  assert.equal(items.length, 1);
  await endProgram(running.child, 'SIGTERM');
});

test('a backup of a stopped server to a recipient restores to every row of every table, with the identity alone', async () => {
  const [source, target] = [practice.beside('restored'), practice.beside('restored-again')];
  const second = practice.beside('tuesday.backup');
  const identity = await generateX25519Identity();
  const identityFile = practice.beside('identity.txt');
  await writeFile(identityFile, `${identity}\n`);
  assert.equal(factors(source, ADD_FACTOR), 1);
  const recipient = { BACKUP_RECIPIENT: await identityToRecipient(identity) };
  assert.equal((await runCommand('backup', source, [second], recipient)).code, 0);
  await assert.rejects(restoreBackup(second, QUICK_KEY, target), /^StartError: The identity is not the one of /);
  const args = [second, '--key', join(source, 'key')];
  const { code, output } = await runCommand('restore', target, args, { BACKUP_KEY_FILE: identityFile });
  assert.equal(code, 0, output);
  assert.match(output, /^Second factors are those of that time: recovery codes used since then are good again/m);
  const expected = readTables(source);
  assert.equal(expected['sign_ins']?.length, 1);
  assert.equal(expected['known_addresses']?.length, 1);
  assert.deepEqual(readTables(target), { ...expected, sign_ins: [], known_addresses: [] });
});
