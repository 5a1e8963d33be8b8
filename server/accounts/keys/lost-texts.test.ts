import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addKey } from '#server/ground/db/data-keys.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import type { Database, Engine } from '#server/ground/db/database.ts';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import { envelopeColumns, openRow, openRows } from '#server/ground/db/sealed-rows.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { openKeys } from '#server/accounts/keys/open-keys.ts';
import { resealOwner, SEALED_TABLES } from '#server/accounts/keys/reseal.ts';
import { createLog } from '#server/ground/process/log.ts';
import { sealedFields } from '#server/ground/sealing/envelope.ts';
import { startServer } from '#server/start-server.ts';
import { createTestData, forEachEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { changeKey, settledKey, practitionerWithPassword } from '#proofs/support/keys.ts';
import { addPractitioner, bookingRow, clientRow, insertSealed, sessionRow, STAMP } from '#proofs/support/rows.ts';
import {
  callersOf,
  CHEAP_PASSWORDS,
  onServer,
  refusalOf,
  settle,
  type TestServer,
} from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const log = createLog({ logLevel: 'silent' });
const NOTES = 15;
/** Of changes under edits; `npm run torture -- key-changes` has hundreds of them. */
const ROUNDS = 2;
const quiet = { warn: () => undefined };

/** Texts in every table that has some, past the program. */
async function plantTexts(db: Database, owner: OwnerId, count: number): Promise<void> {
  const client = clientRow(owner, { description: 'о человеке' });
  const texts = (at: number) => ({ description: `план ${at}`, thoughts: `мысль ${at}` });
  const sessions = Array.from({ length: count }, (_, at) => sessionRow(owner, client.id, texts(at)));
  const notes = sessions.map(({ id, created, updated, date }, at) => {
    return { id, created, updated, date, user: owner, title: `тема ${at}`, content: `содержание ${at}` };
  });
  const requests = sessions.map((_, at) => bookingRow(owner, { message: `просьба ${at}` }));
  const own = { ...STAMP, user: owner };
  const template = { ...own, id: newRecordId(), name: 'Итог', text: 'Было:', position: 0 };
  const payment = {
    ...own,
    id: newRecordId(),
    client: client.id,
    session: null,
    until: null,
    note: 'за ноябрь',
    amount: 350_000,
    paid_on: '2026-11-20',
    way: 'cash' as const,
  };
  await db.write(async (write) => {
    await insertSealed(write, 'clients', [client]);
    await insertSealed(write, 'sessions', sessions);
    await insertSealed(write, 'blog_posts', notes);
    await insertSealed(write, 'templates', [template]);
    await insertSealed(write, 'payments', [payment]);
    await insertSealed(write, 'booking', requests);
  });
}

function storedRows(db: Database, table: string, owner: OwnerId): Promise<AnyRow[]> {
  return loose(db.read).selectFrom<string>(table).selectAll().where('user', '=', owner).execute();
}

/** Makes the first table refuse every change. */
const REFUSE: Record<Engine, string[]> = {
  sqlite: ["create trigger refusing before update on clients begin select raise(abort, 'refused'); end"],
  postgres: [
    "create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$",
    'create trigger refusing before update on clients for each row execute function refuse()',
  ],
};

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('SEAL-01 of 100 envelopes in the place of others, those of other kinds and practitioners among them, none opens', async () => {
    await using data = await openTestDatabase(engine);
    const { db } = data;
    const owners = [await addPractitioner(db), await addPractitioner(db)];
    for (const owner of owners) await plantTexts(db, owner, 8);
    const all: { table: (typeof SEALED_TABLES)[number]; row: AnyRow }[] = [];
    for (const table of SEALED_TABLES) {
      for (const owner of owners) all.push(...(await storedRows(db, table, owner)).map((row) => ({ table, row })));
    }
    for (let at = 0; at < 100; at += 1) {
      const { table, row } = all[at % all.length] ?? assert.fail('no row');
      const other = all[(at * 7 + 1 + (at % all.length)) % all.length] ?? assert.fail('no row');
      const own: AnyRow = await openRow(db.read, table, row);
      assert.ok(sealedFields(table).every((name) => typeof own[name] === 'string'));
      if (other.row === row) continue;
      const { sealed, seal_key, sealed_fields } = other.row;
      const swapped: AnyRow = await openRow(db.read, table, { ...row, sealed, seal_key, sealed_fields });
      assert.ok(
        sealedFields(table).every((name) => !Object.hasOwn(swapped, name)),
        `${at}`,
      );
    }
  });

  test('SEAL-02 a process with another key seals nothing, and opens nothing', async () => {
    await using data = await createTestData(engine);
    const texts = { description: 'о человеке' };
    const before = await openDatabase(data.config);
    await openKeys(data.config, before, quiet);
    const [known, fresh] = [await addPractitioner(before), await addPractitioner(before)];
    const place = (user: string) => ({ table: 'clients', id: 'client000000001', user });
    const row = {
      ...(await before.write((write) => envelopeColumns(write, place(known), texts))),
      ...place(known),
    };
    await before.close();
    const stranger = await openDatabase(data.config);
    stranger.keys.unlock(randomBytes(32), randomBytes(32));
    try {
      await assert.rejects(
        stranger.write((write) => envelopeColumns(write, place(fresh), texts)),
        /another key file/,
      );
      const refusal = stranger.write((write) => envelopeColumns(write, place(known), texts));
      await assert.rejects(refusal, { status: 400 });
      assert.ok(!Object.hasOwn(await openRow(stranger.read, 'clients', row), 'description'));
      const keys = await stranger.read.selectFrom('data_keys').select('user').execute();
      assert.deepEqual(keys, [{ user: known }]);
    } finally {
      await stranger.close();
    }
  });

  it('SEAL-05 a table that refuses to be sealed again holds up no other one, and is done once it refuses no more', async () => {
    await using data = await openTestDatabase(engine);
    const { db } = data;
    const owner = await addPractitioner(db);
    await plantTexts(db, owner, 3);
    const numbers = async () => {
      const rows = SEALED_TABLES.map(async (table) =>
        (await storedRows(db, table, owner)).map((row) => row['seal_key']),
      );
      return (await Promise.all(rows)).map((of) => [...new Set(of)]);
    };
    await db.write((write) => addKey(write, owner, 2));
    const run = (statement: string) => db.write(({ trx }) => sql.raw(statement).execute(trx));
    for (const statement of REFUSE[engine]) await run(statement);
    await assert.rejects(resealOwner({ db, log }, owner), /refused/);
    assert.deepEqual(
      await numbers(),
      SEALED_TABLES.map((table) => [table === 'clients' ? 1 : 2]),
    );
    await run(`drop trigger refusing ${engine === 'postgres' ? 'on clients' : ''}`);
    assert.ok(await resealOwner({ db, log }, owner));
    assert.deepEqual(
      await numbers(),
      SEALED_TABLES.map(() => [2]),
    );
    const [client]: AnyRow[] = await openRows(db.read, 'clients', await storedRows(db, 'clients', owner));
    assert.equal(client?.['description'], 'о человеке');
  });

  test('SEAL-05 changes of the key at two nodes at once, under edits, lose no text and seal none with an older key', async () => {
    await using data = await createTestData(engine);
    const config = { ...data.config, passwordCost: CHEAP_PASSWORDS };
    const nodes = [await startServer(config, 'no-web', { log })];
    // SQLite has one process: there both are the same.
    if (engine === 'postgres') nodes.push(await startServer(config, 'no-web', { log }));
    try {
      const [{ context }] = nodes as [(typeof nodes)[0]];
      const server = {
        ...callersOf(
          nodes.map(({ url }) => url),
          context,
        ),
        context,
      } as TestServer;
      const practice = await practitionerWithPassword(server);
      const sameElsewhere = await server.signIn({ ...practice, pb: server.visitor() });
      const callers = [practice, sameElsewhere];
      const model = new Map<string, string>();
      for (let at = 0; at < NOTES; at += 1) {
        const note = { title: `тема ${at}`, content: `содержание ${at}`, date: '2030-01-01' };
        const { id } = await practice.pb.collection('blog_posts').create(note);
        model.set(id, note.content);
      }
      let key = 1;
      for (let round = 1; round <= ROUNDS; round += 1) {
        const edits = [...model.keys()].map(async (id, at) => {
          if (at % 3 !== round % 3) return;
          const content = `содержание ${at}, ${round}`;
          await callers[at % 2]?.pb.collection('blog_posts').update(id, { content });
          model.set(id, content);
        });
        const { refusals } = await settle([...edits, ...callers.map((caller) => changeKey(caller))]);
        assert.deepEqual(refusals, []);
        const before = key;
        key = await settledKey(practice);
        // The second change is the same as the first, or comes after it.
        assert.ok(key === before + 1 || key === before + 2, `${before}, ${key}`);
        const rows = await storedRows(context.db, 'blog_posts', practice.owner);
        assert.deepEqual(new Set(rows.map((row) => row['seal_key'])), new Set([key]));
      }
      for (const caller of callers) {
        const notes = await caller.pb.collection('blog_posts').getFullList();
        assert.deepEqual(new Map(notes.map((note) => [note.id, note['content']])), model);
      }
    } finally {
      for (const node of nodes) await node.stop();
    }
  });
});

onServer((server, engine) => {
  const it = sameOnBoth(engine);

  it('SEAL-01 an envelope that is gone or cut is absent, never empty, and no form saves anything over it', async () => {
    const { pb, owner } = await server.practitioner();
    const { db } = server.context;
    const clients = pb.collection('clients');
    const { id } = await clients.create({ name: 'Анна', phone: '+7 900 000-00-01', description: 'о человеке' });
    const [stored = {}] = await storedRows(db, 'clients', owner);
    const put = (sealed: unknown) =>
      db.write(({ trx }) => loose(trx).updateTable<string>('clients').set({ sealed }).where('id', '=', id).execute());
    for (const broken of ['', 'AQAB', String(stored['sealed']).slice(0, -8), 'мусор']) {
      await put(broken);
      assert.ok(!Object.hasOwn(await clients.getOne(id), 'description'), broken);
      assert.ok(!Object.hasOwn((await clients.getList(1, 1)).items[0] ?? {}, 'description'), broken);
      for (const description of ['', 'поверх']) {
        const { status, codes } = await refusalOf(clients.update(id, { name: 'Анна', description }));
        assert.deepEqual([status, codes], [400, { description: 'validation_locked' }], broken);
      }
      const batch = pb.createBatch();
      batch.collection('clients').update(id, { description: '' });
      assert.equal((await refusalOf(batch.send())).status, 400);
      await clients.update(id, { name: `Анна ${broken.length}` });
    }
    await put(stored['sealed']);
    assert.equal((await clients.getOne(id))['description'], 'о человеке');
  });
});
