import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import PocketBase from 'pocketbase';
import { importArchive } from '#server/data/archive/import-archive.ts';
import { Spool } from '#server/data/archive/spool.ts';
import { addKey, currentKey } from '#server/ground/db/data-keys.ts';
import type { Database, Write } from '#server/ground/db/database.ts';
import { loose } from '#server/ground/db/query.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { ALL_TABLES } from '#server/ground/db/tables.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { changeAccount } from '#server/operation/operator/change-account.ts';
import { clientLine, imported, sessionLine, zipOf } from '#proofs/support/archive.ts';
import { forEachEngine, onEngine } from '#proofs/support/engines.ts';
import { rounds } from '#proofs/support/long-form.ts';
import { LICENSED } from '#proofs/support/rows.ts';
import { openTestServer, refusalOf, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

const NOW = '2026-11-21 09:00:00.000Z';
const times = { created: NOW, updated: NOW };
/** More than a piece of a file. */
const CLIENTS = 300;
/** Monday noon in Moscow, which the archive takes. */
const TAKEN = '2026-11-23 09:00:00.000Z';
const TEXT = 'Текст согласия';

const id = (kind: string, at: number): string => `${kind}${at}`.padEnd(15, 'q');
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

interface Wanted {
  /** A client of the account who agreed too, as the archive says. */
  known?: string;
  clients?: number;
}

/** Something in every list that a practice with hours of its own takes, and hours and settings for an empty account. */
function archive({ known = id('c', 0), clients = CLIENTS }: Wanted = {}): Promise<Buffer> {
  const some = Array.from({ length: clients }, (_, at) => at);
  const [client, series] = [id('c', 0), id('r', 0)];
  const rule = { client, start: '2026-11-24T10:00', time_zone: 'Europe/Moscow', every_weeks: 1, until: '2026-11-24' };
  const about = { address: '', device: '', given_at: NOW, manner: 'paper', withdrawn_at: '', booking: '' };
  const request = { name: 'Гость', phone: '+7 900 222-33-44', email: '', message: '', time_zone: '', session: '' };
  const day = { start_time: '08:00', end_time: '12:00', is_available: true, breaks: [] };
  const lists = {
    clients: some.map((at) => clientLine({ id: id('c', at), name: `Клиент ${at}` })),
    series: [
      { id: series, ...rule, duration: 60, status: 'scheduled', previous: '', made_until: '2027-11-21', ...times },
    ],
    series_skips: [{ id: id('k', 0), client, series, occurrence: '2026-11-24', reason: 'deleted', ...times }],
    sessions: some.map((at) =>
      sessionLine({
        id: id('s', at),
        client: id('c', at),
        date: at === 0 ? TAKEN : `2026-0${1 + (at % 9)}-0${1 + (at % 8)} 1${at % 10}:00:00.000Z`,
      }),
    ),
    blog_posts: [
      { id: id('n', 0), title: 'Тема', content: 'Текст заметки', date: '2026-11-21 00:00:00.000Z', ...times },
    ],
    templates: [{ id: id('t', 0), name: 'Итог', text: 'Было:', position: 0, ...times }],
    availability_settings: [{ id: id('h', 0), day_of_week: 1, ...day, ...times }],
    booking: [
      {
        id: id('b', 0),
        ...request,
        date: TAKEN,
        status: 'pending',
        client,
        held_since: NOW,
        withdrawn: false,
        ...times,
      },
    ],
    consent_documents: [
      { id: id('d', 0), version: 1, title: 'Согласие', text: TEXT, hash: hashOf(TEXT), retired: '', ...times },
    ],
    consents: [client, known].map((of, at) => ({
      id: id('g', at),
      document: id('d', 0),
      client: of,
      ...about,
      ...times,
    })),
  };
  return zipOf(new Map(Object.entries(lists).map(([list, rows]) => [`data/${list}.jsonl`, lines(rows)])));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Every row of the tables, those of sign-ins aside. */
async function rowsIn(db: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, engine = 'sqlite' } of ALL_TABLES) {
    if (engine !== 'sqlite' || name === 'sign_ins' || name === 'migrations') continue;
    const rows = await loose(db.read).selectFrom<string>(name).selectAll().execute();
    found[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return found;
}

/** The transaction of an import is the second one that commits alone; the first has the key of its texts. */
interface Watched {
  before?: () => Promise<unknown>;
  /** All rows are there, and nothing is committed. */
  atEnd?: () => Promise<unknown>;
}

/** Returns whether the transaction of an import is under way. */
function watch(db: Database, { before, atEnd }: Watched): { isInside: () => boolean; stop: () => void } {
  const write = db.write.bind(db);
  let [count, isInside] = [0, false];
  db.write = async (run, options) => {
    if (!options?.alone || (count += 1) !== 2) return write(run, options);
    await before?.();
    const watched = async (own: Write) => {
      isInside = true;
      own.beforeCommit(async () => void (await atEnd?.()));
      return run(own);
    };
    return write(watched, options).finally(() => (isInside = false));
  };
  return { isInside: () => isInside, stop: () => void (db.write = write) };
}

/** Sends an archive to the node whose database is watched. */
function importedThere(server: TestServer, pb: PocketBase, zip: Buffer): ReturnType<typeof imported> {
  return imported(new PocketBase(server.direct, pb.authStore), zip);
}

/** Imports a file, asking `isStopped` at each piece. */
async function importFile(server: TestServer, owner: OwnerId, zip: Buffer, isStopped: () => boolean) {
  const { context } = server;
  await using file = await Spool.open(context.config.dataDir);
  await file.append(zip);
  const actor = { kind: 'user', owner, signIn: '', expiresAt: 0, from: { address: '', device: '' } } as const;
  const caller = { context, actor, now: server.clock.now };
  return await importArchive(caller, { file, passphrase: '', work: 'import', isStopped });
}

/** The first text makes it. It says nothing of an import, and stays without one. */
function makeKey(db: Database, owner: string): Promise<unknown> {
  return db.write((write) => currentKey(write, owner));
}

/** The files as an end without a warning leaves them; another process copies, so that no lock of this one is lost. */
function copyOf(dataDir: string, count: number): string {
  const copy = `${dataDir}-${count}`;
  execFileSync('cp', ['-r', dataDir, copy]);
  return copy;
}

onEngine('sqlite', 'the end of a program leaves its transaction to PostgreSQL', () => {
  for (const [whose, isEmpty] of [
    ['a practice', false],
    ['an empty account', true],
  ] as const) {
    test(`OWN-02 the end of the program at any moment of an import into ${whose} leaves nothing of it, after it all`, async () => {
      await using server = await openTestServer('sqlite', { replace: { limits: UNLIMITED } });
      const { db, config } = server.context;
      const { pb, owner } = await server.practitioner();
      await makeKey(db, owner);
      // Those of an empty account give way.
      await addWorkingWeek(db, owner);
      const known = isEmpty
        ? id('c', 1)
        : (await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 222-22-22' })).id;
      const before = await rowsIn(db);
      const copies: string[] = [];
      const copy = (): void => void copies.push(copyOf(config.dataDir, copies.length));
      const { isInside } = watch(db, { atEnd: async () => copy() });
      const zip = await archive({ known, clients: isEmpty ? 2 : CLIENTS });
      const { problems } = await importFile(server, owner, zip, () => {
        if (isInside()) copy();
        return false;
      });
      assert.deepEqual(problems, []);
      assert.ok(copies.length > 10, `${copies.length} pieces`);
      const after = await rowsIn(db);
      assert.notDeepEqual(after, before);
      assert.equal(after['availability_settings']?.length, isEmpty ? 1 : 7);
      copy();
      for (const [at, folder] of copies.entries()) {
        const isLast = at === copies.length - 1;
        if (at % rounds({ short: 4, long: 1 }) !== 0 && at < copies.length - 2) continue;
        const left = await openSqlite(folder);
        const found = await rowsIn(left);
        await left.close();
        assert.deepEqual(found, isLast ? after : before, `copy ${at + 1} of ${copies.length}`);
      }
    });
  }
});

forEachEngine((engine) => {
  const openServer = () => openTestServer(engine, { replace: { limits: UNLIMITED } });

  test('OWN-02 a stopped import, and one that the tables refuse late, leave nothing, and the next one passes', async () => {
    await using server = await openServer();
    const { db } = server.context;
    const { pb, owner } = await server.practitioner();
    const other = await server.practitioner();
    for (const practice of [owner, other.owner]) await makeKey(db, practice);
    const known = (await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 222-22-22' })).id;
    const zip = await archive({ known });
    const before = await rowsIn(db);

    const stopped = watch(db, {});
    let pieces = 0;
    await assert.rejects(
      importFile(server, owner, zip, () => stopped.isInside() && (pieces += 1) === 5),
      { status: 400 },
    );
    stopped.stop();
    assert.equal(pieces, 5);
    assert.deepEqual(await rowsIn(db), before);

    const note = { id: id('n', 0), title: 'Their', content: 'Заметка другого', date: NOW };
    // Taken by another practitioner since the check.
    const late = watch(db, { before: () => other.pb.collection('blog_posts').create(note) });
    const { status, problems } = await importedThere(server, pb, zip);
    late.stop();
    assert.deepEqual(
      [status, problems],
      [400, [{ file: 'data/blog_posts.jsonl', line: 1, field: '', why: 'conflict' }]],
    );
    await other.pb.collection('blog_posts').delete(note.id);
    const { journal: _ours, ...rows } = await rowsIn(db);
    const { journal: _theirs, ...expected } = before;
    assert.deepEqual(rows, expected);
    assert.equal((await imported(pb, zip)).status, 200);
  });

  test('OWN-02 beside an import its practice reads as before and its writes wait; what others read never does', async () => {
    await using server = await openServer();
    const { db, events } = server.context;
    const { pb, owner, bookingHash } = await server.practitioner(LICENSED);
    await addWorkingWeek(db, owner);
    const other = await server.practitioner();
    const known = (await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 222-22-22' })).id;
    const missed: unknown[] = [];
    events.onMissed((of) => void missed.push(of));
    const page = `/api/booking-page/${bookingHash}`;
    const slots = () => server.visitor().send(`${page}/slots`, { query: { from: '2026-11-23', to: '2026-11-23' } });
    const freeBefore = await slots();
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    watch(db, {
      atEnd() {
        reached.resolve();
        return goOn.promise;
      },
    });
    const importing = importedThere(server, pb, await archive({ known }));
    await reached.promise;
    assert.equal((await pb.collection('clients').getList(1, 1)).totalItems, 1);
    assert.equal((await refusalOf(pb.collection('clients').getOne(id('c', 0)))).status, 404);
    assert.equal((await pb.collection('clients').getOne(known))['agreed'], false);
    assert.equal((await other.pb.collection('clients').getList(1, 1)).totalItems, 0);
    assert.deepEqual(await slots(), freeBefore);

    const done: string[] = [];
    const visit = { name: 'Гость', phone: '+7 900 555-55-55', start: '2026-11-23T09:00:00Z' };
    const waiting = {
      visitor: refusalOf(server.visitor().send(page, { method: 'POST', body: visit })),
      tab: pb.collection('clients').create({ name: 'Вторая вкладка', phone: '+7 900 444-44-44' }),
      session: refusalOf(pb.collection('sessions').create({ client: known, date: TAKEN })),
      other: other.pb.collection('clients').create({ name: 'Вера', phone: '+7 900 333-33-33' }),
    };
    for (const [name, call] of Object.entries(waiting)) void call.then(() => done.push(name));
    if (engine === 'postgres') await waiting.other;
    await sleep(200);
    assert.deepEqual([done, missed], [engine === 'postgres' ? ['other'] : [], []]);
    goOn.resolve();
    assert.equal((await importing).status, 200);
    assert.deepEqual((await waiting.visitor).codes, { start: 'slot_taken' });
    assert.deepEqual((await waiting.session).codes, { date: 'slot_taken' });
    await Promise.all([waiting.tab, waiting.other]);
    assert.equal((await pb.collection('clients').getList(1, 1)).totalItems, CLIENTS + 2);
    assert.equal((await pb.collection('clients').getOne(known))['agreed'], true);
    assert.notDeepEqual(await slots(), freeBefore);
    assert.ok(missed.includes(owner), 'its streams end, so that their readers reload');
  });

  test('OWN-02 an account that the operator locks while its archive is read gets nothing of it', async () => {
    await using server = await openServer();
    const { context } = server;
    const { pb, owner } = await server.practitioner();
    watch(context.db, { before: () => changeAccount(context, owner, 'lock') });
    assert.equal((await importedThere(server, pb, await archive())).status, 403);
    assert.deepEqual(await context.db.read.selectFrom('clients').select('id').execute(), []);
  });

  test('OWN-02 an archive whose rows were sealed with a key that is the newest no more is checked and sealed again', async () => {
    await using server = await openServer();
    const { db } = server.context;
    const { pb, owner } = await server.practitioner();
    await makeKey(db, owner);
    watch(db, { before: () => db.write((write) => addKey(write, owner, 2)) });
    assert.equal((await importedThere(server, pb, await archive())).status, 200);
    const [note] = await loose(db.read).selectFrom<string>('blog_posts').select('seal_key').execute();
    assert.equal(note?.['seal_key'], 2);
    assert.equal((await pb.collection('blog_posts').getOne(id('n', 0)))['content'], 'Текст заметки');
  });

  test('OWN-02 an archive sent from two windows at once is there once', async () => {
    await using server = await openServer();
    const { pb } = await server.practitioner();
    const zip = await archive({ known: id('c', 1) });
    const replies = await Promise.all([imported(pb, zip), imported(pb, zip)]);
    const found = replies.map(({ status, records }) => [status, records['clients'] ?? 0]);
    assert.deepEqual(
      found.toSorted(([, a = 0], [, b = 0]) => b - a),
      [
        [200, CLIENTS],
        [200, 0],
      ],
    );
    assert.equal((await pb.collection('clients').getList(1, 1)).totalItems, CLIENTS);
  });
});
