import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BUSY_TIMEOUT_MS } from '#server/ground/db/node-sqlite.ts';
import { loose } from '#server/ground/db/query.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';
import { forgetRemoved } from '#server/practice/sessions/removed-sessions.ts';
import { PASSWORD } from '#proofs/support/accounts/account.ts';
import { bytesOf } from '#proofs/support/bytes-of-files.ts';
import { createTestData, onEngine } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { openTestServer, type TestPractitioner, type TestServer } from '#proofs/support/test-server.ts';
import { longTest } from '#proofs/support/long-form.ts';

/** Much longer than it takes on a busy machine. */
const PATIENCE_MS = 10_000;
/** Enough repetitions for a text that needs its own pages. */
const REPEATED = 300;

/** Returns the files of the database that hold the text. */
function filesWith(text: string, dataDir: string): string[] {
  return readdirSync(dataDir).filter(
    (file) => file.startsWith('kabinet.db') && bytesOf([join(dataDir, file)]).includes(text),
  );
}

async function becomesGone(text: string, dataDir: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (filesWith(text, dataDir).length > 0 && performance.now() < deadline) await sleep(20);
  assert.deepEqual(filesWith(text, dataDir), []);
}

interface Marked {
  pb: TestPractitioner['pb'];
  owner: string;
  client: string;
  session: string;
  note: string;
  mark: string;
}

/** Adds a practice whose records contain the words after which they are named here. */
async function addMarked(server: TestServer, mark: string): Promise<Marked> {
  const { pb, owner } = await server.practitioner();
  const long = (kind: string): string => `${mark}${kind} `.repeat(REPEATED);
  await pb.collection('users').update(owner, { name: `${mark}account` });
  const name = `${mark}client`;
  const client = await pb.collection('clients').create({ name, phone: `+7 900 ${name}`, description: long('client') });
  const session = await pb
    .collection('sessions')
    .create({ client: client.id, date: '2026-11-23 06:00:00.000Z', thoughts: long('session'), news: long('session') });
  const note = await pb
    .collection('blog_posts')
    .create({ title: `${mark}note`, content: long('note'), date: '2026-11-20' });
  return { pb, owner, client: client.id, session: session.id, note: note.id, mark };
}

/** Returns, by kind, what the files contain of it; for sealed texts a part of their envelope. */
async function storedAs(server: TestServer, practice: Marked): Promise<(kind: string) => string> {
  const read = loose(server.context.db.read);
  const of = async (table: string, id: string): Promise<string> => {
    const row = await read.selectFrom<string>(table).select('sealed').where('id', '=', id).executeTakeFirstOrThrow();
    return String(row['sealed']).slice(0, 60);
  };
  const stored: Record<string, string> = {
    client: await of('clients', practice.client),
    session: await of('sessions', practice.session),
    note: await of('blog_posts', practice.note),
  };
  return (kind) => stored[kind] ?? `${practice.mark}${kind}`;
}

interface Removal {
  /** Whether the short form runs it; the same statements delete the rows of the others. */
  isShort?: boolean;
  what: string;
  gone: readonly string[];
  remove: (practice: Marked, server: TestServer) => Promise<unknown>;
}

const REMOVALS: readonly Removal[] = [
  { what: 'a note', gone: ['note'], isShort: true, remove: ({ pb, note }) => pb.collection('blog_posts').delete(note) },
  {
    what: 'a session that is no longer brought back',
    gone: ['session'],
    async remove({ pb, session }, { clock, context }) {
      await pb.collection('sessions').delete(session);
      clock.now = clock.now.add({ minutes: 11 });
      await forgetRemoved(context);
    },
  },
  {
    what: 'a client with the sessions',
    isShort: true,
    gone: ['client', 'session'],
    remove: ({ pb, client }) => pb.collection('clients').delete(client),
  },
  {
    what: 'a batch of deletes',
    gone: ['note', 'client', 'session'],
    async remove({ pb, note, client }) {
      const batch = pb.createBatch();
      batch.collection('blog_posts').delete(note);
      batch.collection('clients').delete(client);
      await batch.send();
    },
  },
  {
    what: 'an account',
    gone: ['account', 'note', 'client', 'session'],
    remove: ({ pb, owner }) => pb.collection('users').delete(owner, { body: { password: PASSWORD } }),
  },
];

onEngine('sqlite', 'a PostgreSQL clears its own log', () => {
  let server: TestServer;
  before(async () => (server = await openTestServer('sqlite')));
  after(() => server.dispose());

  for (const [index, { what, gone, remove, isShort }] of REMOVALS.entries()) {
    (isShort ? test : longTest)(
      `the words of ${what} are in no file of the database a moment after the delete`,
      async () => {
        const { dataDir } = server.context.config;
        const mark = `zq${index}`;
        const practice = await addMarked(server, mark);
        const stored = await storedAs(server, practice);
        for (const kind of gone) assert.notDeepEqual(filesWith(stored(kind), dataDir), [], kind);
        const words = gone.map(stored);
        await remove(practice, server);
        for (const word of words) await becomesGone(word, dataDir);
      },
    );
  }

  test('a reader that holds what was there keeps the words, and no request, until it ends', async () => {
    const { dataDir } = server.context.config;
    const { pb, note, client } = await addMarked(server, 'zqheld');
    const reader = new DatabaseSync(join(dataDir, 'kabinet.db'), { readOnly: true });
    reader.exec('begin');
    const words = reader.prepare('select sealed from blog_posts where id = ?');
    const held = String(words.get(note)?.['sealed']);
    assert.ok(held.length > 1000);
    const [began, cpuBefore] = [performance.now(), process.cpuUsage()];
    await pb.collection('blog_posts').delete(note);
    await pb.collection('clients').update(client, { description: '' });
    assert.ok(performance.now() - began < BUSY_TIMEOUT_MS, 'requests waited for the reader');
    await sleep(300);
    assert.equal(String(words.get(note)?.['sealed']), held);
    const { user, system } = process.cpuUsage(cpuBefore);
    assert.ok(user + system < 1_000_000, 'the reader was asked all the time');
    reader.exec('commit');
    reader.close();
    await becomesGone(held.slice(0, 60), dataDir);
  });

  test('what a reader kept past the end of the program is gone after the next start', async () => {
    await using data = await createTestData('sqlite');
    const { dataDir } = data.config;
    const first = await openSqlite(dataDir);
    const owner = await addPractitioner(first, { name: 'zqkept' });
    const reader = new DatabaseSync(join(dataDir, 'kabinet.db'), { readOnly: true });
    reader.exec('begin');
    reader.prepare('select name from users').all();
    await first.write(async (write) => {
      await write.trx.deleteFrom('users').where('id', '=', owner).execute();
      write.erasesTexts();
    });
    await first.close();
    assert.ok(filesWith('zqkept', dataDir).includes('kabinet.db-wal'));
    reader.close();
    const second = await openSqlite(dataDir);
    await second.renewGeneration();
    await becomesGone('zqkept', dataDir);
    await second.close();
  });

  test('words that were replaced are gone with the next renewal of the log', async () => {
    await using data = await createTestData('sqlite');
    const { dataDir } = data.config;
    const db = await openSqlite(dataDir);
    const owner = await addPractitioner(db, { name: 'zqreplaced' });
    await db.write(({ trx }) => trx.updateTable('users').set({ name: '' }).where('id', '=', owner).execute());
    await db.write(({ trx }) => trx.updateTable('profiles').set({ name: '' }).where('user', '=', owner).execute());
    assert.ok(filesWith('zqreplaced', dataDir).includes('kabinet.db-wal'));
    await db.renewGeneration();
    assert.deepEqual(filesWith('zqreplaced', dataDir), []);
    await db.close();
  });
});
