import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import PocketBase from 'pocketbase';
import { createPractice, EMAIL, PASSWORD, type PracticeOnDisk } from '#proofs/support/backup/practice-on-disk.ts';
import { readTables } from '#proofs/support/backup/read-tables.ts';
import { openPostgres, type PostgresDatabase } from '#server/ground/db/postgres.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { createLog } from '#server/ground/process/log.ts';
import { listLetters } from '#server/ground/mail/read-letters.ts';
import { moveToPostgres } from '#server/data/move/move-to-postgres.ts';
import { moveToSqlite } from '#server/data/move/move-to-sqlite.ts';
import { MOVED_TABLES } from '#server/data/move/copy-tables.ts';
import { openNodes } from '#server/ground/nodes/open-nodes.ts';
import { createTestData, onEngine, type TestData } from '#proofs/support/engines.ts';
import { endProgram, readyUrl, startProgram } from '#proofs/support/program.ts';
import { longTest } from '#proofs/support/long-form.ts';

// One scenario: a practice on SQLite moves to PostgreSQL, continues there, and moves back.

/** More than a statement takes at once. */
const CLIENTS = 600;
const NEW_PASSWORD = 'новый-пароль-2';
const tell = (): void => undefined;
const RUNNING = new StartError('A Kabinet is running on DATABASE_URL: stop all nodes first.');

onEngine('postgres', 'from one engine to the other, both in each test', () => {
  let practice: PracticeOnDisk;
  let target: TestData;
  let databaseUrl: string;
  let running: { child: ChildProcess; url: string };
  const children: ChildProcess[] = [];
  /** Signed in on SQLite, and never again. */
  let pb: PocketBase;
  let link: string;

  before(async () => {
    practice = await createPractice(CLIENTS);
    target = await createTestData('postgres');
    databaseUrl = target.config.databaseUrl ?? '';
  });

  after(async () => {
    for (const child of children) await endProgram(child, 'SIGKILL');
    await target.dispose();
    await practice[Symbol.asyncDispose]();
  });

  async function serve(env: NodeJS.ProcessEnv): Promise<void> {
    const child = startProgram('server/main.ts', { PORT: '0', LOG_LEVEL: 'silent', KEY_FILE: keyFile(), ...env });
    children.push(child);
    running = { child, url: await readyUrl(child) };
  }

  /** One file for the folder, the database and the folder after it. */
  function keyFile(): string {
    return practice.beside('key');
  }

  async function move(to: 'postgres' | 'sqlite', dataDir: string): Promise<{ code: number | null; output: string }> {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, KEY_FILE: keyFile() };
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../kabinet.ts'), 'move', to], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
    return { code: child.exitCode, output };
  }

  test('a practice that is in use is not moved', async () => {
    await serve({ DATA_DIR: practice.dataDir });
    pb = new PocketBase(running.url);
    await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
    const client = await pb.collection('clients').create({ name: 'Юлия Ёлкина', phone: '+7 900 000-00-00' });
    const session = { client: client.id, date: '2030-01-01 09:00:00.000Z', status: 'scheduled', news: 'Тайна «ё»' };
    await pb.collection('sessions').create(session);
    await pb.collection('sessions').create({ ...session, allowOverlap: true });
    const body = { client: client.id, start: '2030-01-07T10:00', every_weeks: 1, count: 3 };
    const { digest } = await pb.send('/api/series/preview', { method: 'POST', body });
    const decisions = { '2030-01-14': 'skip' };
    await pb.send('/api/series', { method: 'POST', body: { ...body, decisions, digest } });
    await pb.collection('blog_posts').create({ title: 'Заметка', content: 'Текст\nв две строки', date: '2030-01-01' });
    await pb.collection('templates').create({ name: 'Шаблон', text: 'Запрос:\nИтог:' });
    await pb.collection('clients').update(client.id, { request: 'Сон «ё»', tags: ['Пара', '«ё»'] });
    await pb.collection('users').requestPasswordReset(EMAIL);
    link = await resetToken(practice.dataDir);
    const { code, output } = await move('postgres', practice.dataDir);
    assert.deepEqual(
      { code, output },
      { code: 1, output: `DATA_DIR ${practice.dataDir} is in use by another running Kabinet.\n` },
    );
    await endProgram(running.child, 'SIGTERM');
  });

  longTest(
    'a database on which a node was once started is as good as an empty one, but not while it runs',
    async () => {
      await serve({
        DATABASE_URL: databaseUrl,
        DATA_DIR: practice.beside('once'),
        KEY_FILE: practice.beside('other-key'),
      });
      await assert.rejects(moveToPostgres(practice.dataDir, databaseUrl, tell), RUNNING);
      await endProgram(running.child, 'SIGTERM');
    },
  );

  test('what fails half-way leaves nothing behind, in either direction', async () => {
    const failed = new Error('half-way');
    const failAtBooking = (table: string): void => {
      if (table === 'booking') throw failed;
    };
    await assert.rejects(moveToPostgres(practice.dataDir, databaseUrl, failAtBooking), failed);
    await moveToPostgres(practice.dataDir, databaseUrl, tell);
    const folder = practice.beside('failed');
    await assert.rejects(moveToSqlite(databaseUrl, folder, failAtBooking), failed);
    assert.ok(!existsSync(folder) && !existsSync(`${folder}.unfinished`));
  });

  test('there and back every row of every table is the same, the secrets too', async () => {
    const folder = practice.beside('returned');
    const { code, output } = await move('sqlite', folder);
    assert.equal(code, 0, output);
    const expected = storedTables(practice.dataDir);
    const returned = storedTables(folder);
    assert.deepEqual(returned, expected);
    const moved = MOVED_TABLES.map(({ name }) => name);
    assert.deepEqual(
      // Neither half a sign-in nor the minutes of an undo are worth a move.
      [...moved, 'removed_sessions', 'secrets', 'waiting_sign_ins'].toSorted(),
      Object.keys(expected).toSorted(),
    );
    await serve({ DATA_DIR: folder });
    await signedInAt(running.url);
    await endProgram(running.child, 'SIGTERM');
  });

  test('a node that starts during the copy writes nothing that would be lost, and makes the copy void', async () => {
    await using db = await openAnother();
    const holder = await db.connect();
    await holder.query('begin; lock table users in access exclusive mode');
    const folder = practice.beside('void');
    const order: string[] = [];
    let written: Promise<unknown> | undefined;
    const moving = moveToSqlite(databaseUrl, folder, (table) => {
      order.push(table);
      written ??= holder.query('update users set name = name').then(() => order.push('written'));
    });
    const refused = assert.rejects(moving, RUNNING);
    await copyWaits(db);
    const nodes = await openNodes(db, createLog({ logLevel: 'silent' }));
    await holder.query('rollback');
    await refused;
    await written;
    await holder.end();
    assert.equal(order.indexOf('written'), MOVED_TABLES.length);
    await nodes.close();
    assert.ok(!existsSync(folder) && !existsSync(`${folder}.unfinished`));
  });

  test('a node serves what was moved: the token, the booking link and the link in the letter of before', async () => {
    await serve({ DATABASE_URL: databaseUrl, DATA_DIR: practice.beside('node') });
    const there = await signedInAt(running.url);
    assert.equal((await there.collection('clients').getList(1, 1)).totalItems, CLIENTS + 1);
    const profile = await there.collection('profiles').getFirstListItem('');
    const page = await fetch(`${running.url}/api/booking-page/${String(profile['booking_hash'])}`);
    assert.equal(page.status, 200);
    await there
      .collection('blog_posts')
      .create({ title: 'После переезда', content: 'Запись после переезда', date: '2030-01-01' });
    await there.collection('users').confirmPasswordReset(link, NEW_PASSWORD, NEW_PASSWORD);
    await there.collection('users').authWithPassword(EMAIL, NEW_PASSWORD);
  });

  test('neither a node that runs nor data that is there is moved over', async () => {
    await assert.rejects(moveToSqlite(databaseUrl, practice.beside('too-early'), tell), RUNNING);
    await endProgram(running.child, 'SIGTERM');
    const full = new StartError('The database to copy into holds data already: name an empty one.');
    await assert.rejects(moveToPostgres(practice.dataDir, databaseUrl, tell), full);
    await assert.rejects(
      moveToSqlite(databaseUrl, practice.dataDir, tell),
      new StartError(`DATA_DIR ${practice.dataDir} is not empty: name an empty folder, or one that is not there.`),
    );
  });

  async function openAnother(): Promise<PostgresDatabase & AsyncDisposable> {
    const db = await openPostgres(databaseUrl);
    return Object.assign(db, { [Symbol.asyncDispose]: () => db.close() });
  }

  /** Waits until the copy has checked for nodes and requests its locks. */
  async function copyWaits(db: PostgresDatabase): Promise<void> {
    const waiting = sql`select from pg_locks where not granted and relation = 'users'::regclass`;
    while ((await waiting.execute(db.read)).rows.length === 0) await sleep(20);
  }

  /** Returns a client with the earlier token at another URL. */
  async function signedInAt(url: string): Promise<PocketBase> {
    const there = new PocketBase(url);
    there.autoCancellation(false);
    there.authStore.save(pb.authStore.token, pb.authStore.record);
    await there.collection('users').authRefresh();
    return there;
  }

  async function resetToken(dataDir: string): Promise<string> {
    for (;;) {
      const [letter] = await listLetters(join(dataDir, 'mail'));
      const token = /#token=([\w.-]+)/.exec(letter?.text ?? '')?.[1];
      if (token !== undefined) return token;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});

/** Every table but the steps of the schema, and what SQLite keeps for itself: sequences and statistics. */
function storedTables(folder: string): Record<string, unknown[]> {
  const tables = Object.entries(readTables(folder));
  return Object.fromEntries(tables.filter(([name]) => name !== 'migrations' && !name.startsWith('sqlite_')));
}
