import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { unwritable } from '#domain/errors.ts';
import { readFileOf } from '#server/data/archive/import-file.ts';
import { rollBackImports } from '#server/data/archive/roll-back.ts';
import { Spool } from '#server/data/archive/spool.ts';
import { makeBackup } from '#server/data/backup/make-backup.ts';
import { restoreBackup } from '#server/data/backup/restore-backup.ts';
import { ClosedPractices, PracticeClosed } from '#server/ground/db/closed-practices.ts';
import { currentKey } from '#server/ground/db/data-keys.ts';
import type { Database, WriteOptions } from '#server/ground/db/database.ts';
import { loose } from '#server/ground/db/loose-tables.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { ALL_TABLES } from '#server/ground/db/tables.ts';
import { keyFileOf } from '#server/ground/sealing/key-file.ts';
import { changeAccount } from '#server/operation/operator/change-account.ts';
import { startServer } from '#server/start-server.ts';
import { call, clientLine, exported, imported, sessionLine, zipOf } from '#proofs/support/archive.ts';
import { QUICK_KEY } from '#proofs/support/backup/run-command.ts';
import { forEachEngine, onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addClient, addPractitioner, addSession, LICENSED } from '#proofs/support/rows.ts';
import { openTestServer, refusalOf, type TestServer, UNLIMITED } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { rounds } from '#proofs/support/long-form.ts';

const NOW = '2026-11-21 09:00:00.000Z';
const times = { created: NOW, updated: NOW };
/** More than a piece. */
const CLIENTS = 120;
/** Monday noon in Moscow, which the archive takes. */
const TAKEN = '2026-11-23 09:00:00.000Z';
const TEXT = 'Текст согласия';
const LOG = pino({ level: 'silent' });

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
    blog_posts: [{ id: id('n', 0), title: 'Тема', content: 'Текст', date: NOW, ...times }],
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

/** Runs `then` after each transaction of an import, of which it gets the number from 1. */
function afterEach(db: Database, then: (count: number) => Promise<void> | void): { count: number } {
  const write = db.write.bind(db);
  const done = { count: 0 };
  db.write = async (run, options?: WriteOptions) => {
    const result = await write(run, options);
    if (options?.within && !options.evenWhenFull) await then((done.count += 1));
    return result;
  };
  return done;
}

/** Resolves once a transaction has met a closed practice. */
function nextToWait(db: Database): Promise<void> {
  const closed = db.closed ?? assert.fail();
  const { promise, resolve } = Promise.withResolvers<void>();
  const refuse = closed.refuse.bind(closed);
  closed.refuse = (...about) => {
    try {
      refuse(...about);
    } catch (error) {
      closed.refuse = refuse;
      resolve();
      throw error;
    }
  };
  return promise;
}

/** The files as an end without a warning leaves them; another process copies, so that no lock of this one is lost. */
function copyOf(dataDir: string, count: number): string {
  const copy = `${dataDir}-${count}`;
  execFileSync('cp', ['-r', dataDir, copy]);
  return copy;
}

/** The first text makes it. It says nothing of an import, and stays when that is taken back. */
function makeKey(db: Database, owner: string): Promise<unknown> {
  return db.write((write) => currentKey(write, owner));
}

async function openServer(): Promise<TestServer> {
  return openTestServer('sqlite', { replace: { limits: UNLIMITED } });
}

onEngine('sqlite', 'its one writer serves everybody, so that an import comes in pieces', () => {
  for (const [whose, isEmpty] of [
    ['a practice', false],
    ['an empty account', true],
  ] as const) {
    test(`OWN-02 the end of the program after any transaction of an import into ${whose} leaves nothing of it, after the last one all`, async () => {
      await using server = await openServer();
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
      const done = afterEach(db, (count) => void copies.push(copyOf(config.dataDir, count)));
      const { status, problems } = await imported(pb, await archive({ known, clients: isEmpty ? 2 : CLIENTS }));
      assert.deepEqual([status, problems], [200, []]);
      assert.ok(done.count > 10, `${done.count} transactions`);
      const after = await rowsIn(db);
      assert.notDeepEqual(after, before);
      assert.deepEqual(after['import_pieces'], []);
      assert.equal(after['availability_settings']?.length, isEmpty ? 1 : 7);
      for (const [at, copy] of copies.entries()) {
        if (at % rounds({ short: 3, long: 1 }) !== 0 && at !== copies.length - 1) continue;
        const left = await openSqlite(copy);
        await rollBackImports({ db: left, log: LOG });
        const found = await rowsIn(left);
        await left.close();
        assert.deepEqual(found, at === copies.length - 1 ? after : before, `transaction ${at + 1} of ${copies.length}`);
      }
    });
  }

  test('OWN-02 a backup of the middle of an import restores as nothing of it, before anybody is served', async () => {
    await using server = await openServer();
    const { db, config } = server.context;
    const { pb } = await server.practitioner();
    const known = (await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 222-22-22' })).id;
    const before = await exported(pb);
    const file = `${config.dataDir}.backup`;
    const done = afterEach(db, async (count) => {
      if (count === 9) await makeBackup({ dataDir: config.dataDir, file, key: QUICK_KEY });
    });
    assert.equal((await imported(pb, await archive({ known }))).status, 200);
    assert.ok(done.count > 10, `${done.count} transactions`);
    const dataDir = `${config.dataDir}-restored`;
    await restoreBackup(file, QUICK_KEY, dataDir, undefined, { place: keyFileOf(config), from: '' });
    const raw = await openSqlite(dataDir);
    const noted = await raw.read.selectFrom('import_pieces').select('seq').execute();
    await raw.close();
    assert.ok(noted.length > 5, 'the backup is of the middle');
    const restored = await startServer({ ...config, dataDir }, join(dataDir, 'no-web'), {
      log: LOG,
      now: () => server.clock.now,
    });
    try {
      const { db: data } = restored.context;
      for (const table of ['import_pieces', 'sessions', 'held_time', 'series', 'consents', 'booking'] as const)
        assert.deepEqual(await data.read.selectFrom(table).selectAll().execute(), [], table);
      const [client, ...others] = await data.read.selectFrom('clients').select(['id', 'agreed']).execute();
      assert.deepEqual([client, others], [{ id: known, agreed: 0 }, []]);
    } finally {
      await restored.stop();
    }
    assert.ok(before.length > 0);
  });

  test('OWN-02 a stopped import, and one that the tables refuse late, leave nothing; the practice is open again', async () => {
    await using server = await openServer();
    const { db, config } = server.context;
    const { pb, owner } = await server.practitioner();
    const other = await server.practitioner();
    for (const practice of [owner, other.owner]) await makeKey(db, practice);
    const known = (await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 222-22-22' })).id;
    const zip = await archive({ known });
    const before = await rowsIn(db);
    const write = db.write.bind(db);

    await using file = await Spool.open(config.dataDir);
    await file.append(zip);
    const actor = { kind: 'user', owner, signIn: '', expiresAt: 0, from: { address: '', device: '' } } as const;
    const stopped = afterEach(db, () => undefined);
    const caller = { context: server.context, actor, now: server.clock.now };
    await assert.rejects(
      readFileOf(caller, { file, passphrase: '', work: 'import', isStopped: () => stopped.count === 5 }),
      { status: 400 },
    );
    assert.equal(stopped.count, 5);
    assert.deepEqual(await rowsIn(db), before);

    db.write = write;
    const late = afterEach(db, async (count) => {
      // Taken by another practitioner since the check.
      if (count === 3)
        await other.pb
          .collection('blog_posts')
          .create({ id: id('n', 0), title: 'Их', content: 'Заметка другого', date: NOW });
    });
    const { status, problems } = await imported(pb, zip);
    assert.deepEqual(
      [status, problems],
      [400, [{ file: 'data/blog_posts.jsonl', line: 1, field: '', why: 'conflict' }]],
    );
    assert.ok(late.count > 4);
    db.write = write;
    await other.pb.collection('blog_posts').delete(id('n', 0));
    const { journal: _ours, ...rows } = await rowsIn(db);
    const { journal: _theirs, ...expected } = before;
    assert.deepEqual(rows, expected);
    assert.equal((await imported(pb, zip)).status, 200);
  });

  test('OWN-02 while an import comes in, its practice is as before, a visitor and a second tab wait, and nobody else does', async () => {
    await using server = await openServer();
    const { db, events } = server.context;
    const { pb, owner, bookingHash } = await server.practitioner(LICENSED);
    await addWorkingWeek(db, owner);
    const other = await server.practitioner();
    const known = (await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 222-22-22' })).id;
    const told: string[] = [];
    events.onRecord((event) => void told.push(event.id));
    const page = `/api/booking-page/${bookingHash}`;
    const slots = () => server.visitor().send(`${page}/slots`, { query: { from: '2026-11-23', to: '2026-11-23' } });
    const freeBefore = await slots();
    const toldBefore = told.length;
    const visit = { name: 'Гость', phone: '+7 900 555-55-55', start: '2026-11-23T09:00:00Z' };
    const waiting: Promise<unknown>[] = [];
    const done = afterEach(db, async (count) => {
      // The last one but some, with every list and its held time there.
      if (count !== 16) return;
      assert.ok((await db.read.selectFrom('sessions').select('id').execute()).length === CLIENTS);
      assert.ok((await db.read.selectFrom('held_time').select('source_id').execute()).length > 0);
      assert.equal((await pb.collection('clients').getList(1, 1)).totalItems, 1);
      assert.equal((await pb.collection('clients').getList(1, 1, { filter: "name ~ 'клиент'" })).totalItems, 0);
      assert.equal((await refusalOf(pb.collection('clients').getOne(id('c', 0)))).status, 404);
      assert.equal((await pb.collection('clients').getOne(known))['agreed'], false);
      assert.deepEqual(await slots(), freeBefore);
      assert.equal(told.length, toldBefore);
      for (const begin of [
        () => refusalOf(server.visitor().send(page, { method: 'POST', body: visit })),
        () => pb.collection('clients').create({ name: 'Вторая вкладка', phone: '+7 900 444-44-44' }),
        () => refusalOf(pb.collection('sessions').create({ client: known, date: TAKEN })),
      ]) {
        const met = nextToWait(db);
        waiting.push(begin());
        await met;
      }
      await other.pb.collection('clients').create({ name: 'Вера', phone: '+7 900 333-33-33' });
    });
    assert.equal((await imported(pb, await archive({ known }))).status, 200);
    assert.ok(done.count > 16, `${done.count} transactions`);
    const [visitor, tab, session] = await Promise.all(waiting);
    assert.deepEqual((visitor as { codes: object }).codes, { start: 'slot_taken' });
    assert.deepEqual((session as { codes: object }).codes, { date: 'slot_taken' });
    assert.equal((tab as { name: string }).name, 'Вторая вкладка');
    assert.equal((await pb.collection('clients').getList(1, 1)).totalItems, CLIENTS + 2);
    assert.equal((await pb.collection('clients').getOne(known))['agreed'], true);
    assert.notDeepEqual(await slots(), freeBefore);
    assert.ok(told.includes(id('s', 0)) && told.includes(id('g', 1)));
  });

  test('OWN-02 a practice stays closed, and no export has half of it, until what could not be taken back is', async () => {
    await using server = await openServer();
    const { db } = server.context;
    const { pb, owner } = await server.practitioner();
    await pb.collection('clients').create({ name: 'Анна', phone: '+7 900 222-22-22' });
    const before = await exported(pb);
    const write = db.write.bind(db);
    let [count, isFailing] = [0, false];
    db.write = async (run, options) => {
      if (options?.within && (count += 1) > 6) isFailing = true;
      if (isFailing && options?.within) throw unwritable();
      return write(run, options);
    };
    assert.equal((await imported(pb, await archive())).status, 503);
    assert.equal((await pb.collection('clients').getList(1, 1)).totalItems, 1);
    assert.equal((await imported(pb, await archive())).status, 503);
    const met = nextToWait(db);
    const leaving = call(pb, '/api/export', {});
    await met;
    isFailing = false;
    db.write = write;
    await rollBackImports(server.context);
    const { status, bytes } = await leaving;
    assert.equal(status, 200);
    assert.ok(bytes.equals(before));
    assert.equal(db.closed?.of(owner), undefined);
    assert.equal((await imported(pb, await archive())).status, 200);
  });

  test('OWN-02 a lost device is signed out beside an import, and it leaves nothing where the operator locks the account', async () => {
    await using server = await openServer();
    const { context } = server;
    const one = await server.practitioner();
    const { pb, owner } = one;
    const other = await server.signIn(one);
    const write = context.db.write.bind(context.db);
    const steps = afterEach(context.db, async (count) => {
      if (count !== 3) return;
      await pb.send('/api/sign-ins', { method: 'DELETE' });
      assert.equal((await refusalOf(other.pb.collection('users').authRefresh())).status, 401);
      assert.equal(context.db.closed?.of(owner)?.isLeft, false);
      await changeAccount(context, owner, 'lock');
    });
    assert.equal((await imported(pb, await archive())).status, 403);
    assert.equal(steps.count, 3);
    context.db.write = write;
    assert.deepEqual(await context.db.read.selectFrom('clients').select('id').execute(), []);
    assert.equal(context.db.closed?.of(owner), undefined);
  });

  test('OWN-02 what a start cannot take back closes the practice until a later call does', async () => {
    await using data = await openTestDatabase('sqlite');
    const { db } = data;
    const owner = await addPractitioner(db);
    const { id: client } = await addClient(db, owner);
    const piece = { user: owner, seq: 1, list: 'clients', ids: JSON.stringify([client]) };
    await db.write(({ trx }) => trx.insertInto('import_pieces').values(piece).execute());
    const write = db.write.bind(db);
    db.write = () => Promise.reject(unwritable());
    await rollBackImports({ db, log: LOG });
    assert.equal(db.closed?.of(owner)?.isLeft, true);
    db.write = write;
    await rollBackImports({ db, log: LOG });
    assert.equal(db.closed?.of(owner), undefined);
    assert.deepEqual(await db.read.selectFrom('clients').select('id').execute(), []);
  });

  test('a write into a practice that stays closed is refused in the end', async () => {
    await using data = await openTestDatabase('sqlite');
    const closed = data.db.closed ?? assert.fail();
    assert.ok(closed instanceof ClosedPractices);
    const closing = closed.close('owner');
    assert.throws(() => closed.close('owner'), { status: 503 });
    await assert.rejects(new PracticeClosed(closing).wait(1), { status: 503 });
    const waited = new PracticeClosed(closing).wait();
    closing.open();
    await waited;
    closed.refuse('owner', undefined);
  });
});

forEachEngine((engine) => {
  test('OWN-02 what a moved database has of an import that was cut off is taken back at its start', async () => {
    await using data = await openTestDatabase(engine);
    const { db } = data;
    const owner = await addPractitioner(db);
    const { id: kept } = await addClient(db, owner, { phone: '+7 900 111-11-11' });
    const { id: client } = await addClient(db, owner, { phone: '+7 900 222-22-22' });
    const { id: session } = await addSession(db, owner, client);
    await db.write(({ trx }) =>
      trx
        .insertInto('import_pieces')
        .values(
          [
            ['clients', client],
            ['sessions', session],
            ['agreed', kept],
          ].map(([list = '', of = ''], at) => ({ user: owner, seq: at + 1, list, ids: JSON.stringify([of]) })),
        )
        .execute(),
    );
    await rollBackImports({ db, log: LOG });
    const clients = await db.read.selectFrom('clients').select('id').execute();
    assert.deepEqual(clients, [{ id: kept }]);
    for (const table of ['sessions', 'held_time', 'import_pieces'] as const)
      assert.deepEqual(await db.read.selectFrom(table).selectAll().execute(), [], table);
  });
});
