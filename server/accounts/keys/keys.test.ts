import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { KeyState } from '#domain/keys/keys.ts';
import { act } from '#server/ground/action.ts';
import { currentKey, dataKey } from '#server/ground/db/data-keys.ts';
import { envelopeColumns, openRow } from '#server/ground/db/sealed-rows.ts';
import { loose } from '#server/ground/db/query.ts';
import { PROGRAM } from '#server/ground/identity/actor.ts';
import { changeKey as changeKeyIn } from '#server/accounts/keys/change-key.ts';
import { SEALED_FIELDS, type SealedTable } from '#server/ground/sealing/envelope.ts';
import { changeKey, practitionerWithPassword, settledKey } from '#proofs/support/keys.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { onServer, refusalOf, type TestPractitioner } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const TABLES = Object.keys(SEALED_FIELDS) as SealedTable[];

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const rowsOf = (table: string, owner: string) =>
    loose(server.context.db.read).selectFrom<string>(table).selectAll().where('user', '=', owner).execute();
  const changesOf = async (owner: string) => {
    const journal = server.context.db.read.selectFrom('journal').select('action').where('user', '=', owner);
    return (await journal.where('action', '=', 'key_changed').execute()).length;
  };

  test('SEAL-01 texts are in no column of the tables, and come back as they were written', async () => {
    const { owner, pb } = await server.practitioner();
    const client = await pb
      .collection('clients')
      .create({ name: 'Анна', phone: '+7 900 000-00-01', description: 'канарейка-клиент' });
    const texts = { description: 'канарейка-план', news: 'канарейка «ё» 🕊', thoughts: '' };
    const date = '2030-01-01 09:00:00.000Z';
    const session = await pb.collection('sessions').create({ client: client.id, date, status: 'scheduled', ...texts });
    const note = { title: 'канарейка-заметка', content: 'канарейка\nв две строки', date: '2030-01-01' };
    const { id } = await pb.collection('blog_posts').create(note);
    const stored = JSON.stringify(await Promise.all(TABLES.map((table) => rowsOf(table, owner))));
    assert.ok(!stored.includes('канарейка'), 'no text stands in a row');
    assert.ok(stored.includes('Анна'), 'a name does');
    const got = await pb.collection('sessions').getOne(session.id);
    assert.deepEqual([got['description'], got['news'], got['thoughts']], Object.values(texts));
    assert.equal((await pb.collection('clients').getOne(client.id))['description'], 'канарейка-клиент');
    assert.equal((await pb.collection('blog_posts').getOne(id))['content'], note.content);
    const changed = await pb.collection('sessions').update(session.id, { thoughts: 'канарейка-мысль', news: '' });
    assert.deepEqual(
      [changed['description'], changed['news'], changed['thoughts']],
      ['канарейка-план', '', 'канарейка-мысль'],
    );
    const emptied = await pb.collection('sessions').update(session.id, { thoughts: '', description: '' });
    assert.deepEqual([emptied['description'], emptied['news'], emptied['thoughts']], ['', '', '']);
  });

  test('SEAL-03 filters find sealed texts as others, empty ones without opening them; sorting by them is a 400', async () => {
    const { pb } = await server.practitioner();
    const client = await pb
      .collection('clients')
      .create({ name: 'Анна', phone: '+7 900 000-00-02', description: 'Ёлка и "кавычки"' });
    const at = (hour: number) => `2031-01-0${hour} 09:00:00.000Z`;
    for (let hour = 1; hour < 8; hour += 1) {
      const thoughts = hour % 2 === 0 ? `Мысль номер ${hour}` : '';
      await pb.collection('sessions').create({ client: client.id, date: at(hour), status: 'scheduled', thoughts });
    }
    const sessions = async (filter: string, options = {}) => {
      const page = await pb
        .collection('sessions')
        .getList(1, 2, { filter, sort: '-date', fields: 'id,date', ...options });
      return { total: page.totalItems, dates: page.items.map(({ date }) => String(date).slice(9, 10)) };
    };
    assert.deepEqual(await sessions("thoughts ~ 'МЫСЛЬ'"), { total: 3, dates: ['6', '4'] });
    assert.deepEqual(await sessions("thoughts ~ 'мысль номер 2'"), { total: 1, dates: ['2'] });
    assert.deepEqual(await sessions("thoughts ~ 'нет такой'"), { total: 0, dates: [] });
    assert.deepEqual(await sessions("thoughts = ''"), { total: 4, dates: ['7', '5'] });
    assert.deepEqual(await sessions("thoughts != '' && date < '2031-01-05'"), { total: 2, dates: ['4', '2'] });
    assert.deepEqual(await sessions("thoughts !~ 'мысль'"), { total: 4, dates: ['7', '5'] });
    assert.deepEqual(await sessions("client.description ~ 'елка и \"кав'"), { total: 7, dates: ['7', '6'] });
    assert.deepEqual(await sessions("thoughts ~ 'мысль'", { skipTotal: true }), { total: -1, dates: ['6', '4'] });
    for (const sort of ['thoughts', '-client.description']) {
      const refusal = await refusalOf(pb.collection('sessions').getList(1, 1, { sort }));
      assert.equal(refusal.status, 400, sort);
    }
  });

  it('SEAL-01 an envelope opens in no other row, field or practice: its texts are absent, never empty', async () => {
    const [anna, boris] = [await server.practitioner(), await server.practitioner()];
    const create = ({ pb }: TestPractitioner, description: string, phone: string) =>
      pb.collection('clients').create({ name: `Клиент ${phone}`, phone: `+7 900 000-00-1${phone}`, description });
    const rows = [
      await create(anna, 'первая', '1'),
      await create(anna, 'вторая', '2'),
      await create(boris, 'третья', '3'),
    ];
    const envelopes = new Map(
      [...(await rowsOf('clients', anna.owner)), ...(await rowsOf('clients', boris.owner))].map((row) => [
        row['id'],
        row,
      ]),
    );
    const put = (id: string, from: string) =>
      server.context.db.write(({ trx }) =>
        loose(trx)
          .updateTable<string>('clients')
          .set({ sealed: envelopes.get(from)?.['sealed'], seal_key: 1 })
          .where('id', '=', id)
          .execute(),
      );
    const [first, second, third] = rows.map(({ id }) => id) as [string, string, string];
    for (const [to, from, pb] of [
      [first, second, anna.pb],
      [first, third, anna.pb],
      [third, first, boris.pb],
    ] as const) {
      await put(to, from);
      const got = await pb.collection('clients').getOne(to);
      assert.ok(!Object.hasOwn(got, 'description'));
      assert.ok(
        (await pb.collection('clients').getList()).items.every((row) => row.id !== to || !('description' in row)),
      );
      // What is beside the texts can be changed, and the envelope stays; the texts cannot be written over.
      await pb.collection('clients').update(to, { name: `Имя ${from}` });
      const { codes } = await refusalOf(pb.collection('clients').update(to, { description: 'поверх' }));
      assert.deepEqual(codes, { description: 'validation_locked' });
      await put(to, to);
      assert.equal(
        (await pb.collection('clients').getOne(to))['description'],
        rows.find(({ id }) => id === to)?.['description'],
      );
    }
  });

  test('SEAL-01 a key whose transaction is rolled back seals nothing afterwards', async () => {
    const { owner, pb } = await server.practitioner();
    const { db } = server.context;
    const failed = new Error('rolled back');
    const first = db.write(async (write) => {
      await currentKey(write, owner);
      // As a later step of the same transaction reads what was written.
      await dataKey(write.trx, owner, 1);
      throw failed;
    });
    const body = { title: 'тема', content: 'содержание записи', date: '2030-01-01' };
    // On SQLite the second write may share the transaction of the first.
    const [, note] = await Promise.all([assert.rejects(first, failed), pb.collection('blog_posts').create(body)]);
    const stored = await db.read.selectFrom('data_keys').select('wrapped').where('user', '=', owner).execute();
    assert.equal(stored.length, 1);
    const other = await addPractitioner(db);
    const at = { table: 'clients', id: 'client000000001', user: other };
    const refused = db.write(async (write) => {
      await envelopeColumns(write, at, { description: 'первая' });
      throw failed;
    });
    const kept = db.write((write) => envelopeColumns(write, at, { description: 'вторая' }));
    await assert.rejects(refused, failed);
    const row = { id: at.id, user: other, ...(await kept) };
    // As a process that starts now reads it.
    db.keys.opened.clear();
    assert.equal((await openRow(db.read, 'clients', row)).description, 'вторая');
    assert.equal((await pb.collection('blog_posts').getOne(note.id))['content'], body.content);
  });

  it('SEAL-05 a change of the key seals every text again behind the program, and none is lost', async () => {
    const practice = await practitionerWithPassword(server);
    const { owner, pb } = practice;
    const client = await pb
      .collection('clients')
      .create({ name: 'Клиент', phone: '+7 900 000-00-07', description: 'описание' });
    for (let at = 0; at < 45; at += 1) {
      await pb
        .collection('blog_posts')
        .create({ title: `тема ${at}`, content: `содержание ${at}`, date: '2030-01-01' });
    }
    const wrong = await refusalOf(changeKey(practice, 'мимо'));
    assert.deepEqual(wrong.codes, { password: 'validation_invalid_password' });
    const before = await pb.send<KeyState>('/api/keys', {});
    assert.deepEqual(before, { mode: 'server', locked: false, key: 1, changing: null });
    const begun = await changeKey(practice);
    assert.ok(begun.key === 1 || begun.key === 2);
    await pb.collection('clients').update(client.id, { description: 'после' });
    assert.equal(await settledKey(practice), 2);
    for (const table of TABLES) {
      for (const row of await rowsOf(table, owner)) assert.ok(row['seal_key'] === 0 || row['seal_key'] === 2, table);
    }
    const notes = await pb.collection('blog_posts').getFullList();
    assert.deepEqual(
      new Set(notes.map((note) => `${note['title']} ${note['content']}`)),
      new Set(Array.from({ length: 45 }, (_, at) => `тема ${at} содержание ${at}`)),
    );
    assert.equal((await pb.collection('clients').getOne(client.id))['description'], 'после');
    assert.equal(await changesOf(owner), 1);
  });

  it('SEAL-05 while one change of the key goes on, another is the same', async () => {
    const { context } = server;
    const practice = await practitionerWithPassword(server);
    const caller = { context, actor: PROGRAM, now: Temporal.Now.instant() };
    await act(caller, practice.owner, async (action) => {
      await changeKeyIn(action, randomBytes(32));
      await changeKeyIn(action, randomBytes(32));
    });
    assert.equal(await settledKey(practice), 2);
    assert.equal(await changesOf(practice.owner), 1);
  });

  it('SEAL-05 a change that was not followed is followed by the next start, and one row that does not open holds up none', async () => {
    const practice = await practitionerWithPassword(server);
    const { owner, pb } = practice;
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) {
      ids.push(
        (
          await pb
            .collection('blog_posts')
            .create({ title: `тема ${at}`, content: `содержание ${at}`, date: '2030-01-01' })
        ).id,
      );
    }
    const damaged = ids[0] ?? '';
    await server.context.db.write(({ trx }) =>
      sql`update blog_posts set sealed = ${'AQABAAAA'} where id = ${damaged}`.execute(trx),
    );
    await changeKey(practice);
    assert.equal(await settledKey(practice), 2);
    const rows = await rowsOf('blog_posts', owner);
    assert.deepEqual(rows.map((row) => `${row['id'] === damaged} ${String(row['seal_key'])}`).toSorted(), [
      'false 2',
      'false 2',
      'true 1',
    ]);
    const shown = await pb.collection('blog_posts').getFullList();
    assert.deepEqual(shown.map((note) => `${note.id === damaged} ${'content' in note}`).toSorted(), [
      'false true',
      'false true',
      'true false',
    ]);
    for (const [filter, total] of [
      ["content = '' || title ~ 'нет такой'", 0],
      ["content != '' || title ~ 'нет такой'", 3],
      ["content ~ 'содержание'", 2],
    ] as const) {
      const page = await pb.collection('blog_posts').getList(1, 1, { filter });
      assert.equal(page.totalItems, total, filter);
    }
    const refusal = await refusalOf(pb.send('/api/export', { method: 'POST', body: {} }));
    assert.deepEqual([refusal.status, refusal.codes], [400, { blog_posts: 'validation_locked' }]);
    assert.match(refusal.message, new RegExp(damaged));
  });
});
