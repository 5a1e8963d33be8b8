import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import type { JournalPage } from '#domain/journal/journal.ts';
import { EMAIL, PASSWORD, addAccount } from '#proofs/support/accounts/account.ts';
import { erased } from '#proofs/support/accounts/erased.ts';
import { holdRequestTime } from '#server/practice/booking/request-visit.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { addBooking, addClient, addPractitioner, LICENSED } from '#proofs/support/rows.ts';
import { refusalOf, settle, onServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

type Stored = Row<'journal'>;

const CANARY = 'кенар';
const PERSON = { name: `Мария ${CANARY}`, phone: '+7 916 555-01-02', description: `${CANARY} описание` };

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const rowsOf = (owner: OwnerId): Promise<Stored[]> =>
    server.context.db.read.selectFrom('journal').selectAll().where('user', '=', owner).orderBy('seq').execute();
  const line = ({ action, subject, fields, count }: Stored) =>
    [action, subject, ...JSON.parse(fields), ...(count === 1 ? [] : [count])].join(' ');
  /** Returns the entries after the first `known`, except views of lists and clients. */
  const since = async (owner: OwnerId, known = 1): Promise<string[]> =>
    (await rowsOf(owner))
      .slice(known)
      .filter(({ action }) => action !== 'view')
      .map(line);
  const newSession = (client: string, hour: number) => ({
    client,
    date: `2026-11-23 ${hour}:00:00.000Z`,
    duration: 60,
  });

  it('API-04 pages far behind and counts of the journal wait for each other, and for no first page', async () => {
    const [anna, other] = [await server.practitioner(), await server.practitioner()];
    const page = (pb: typeof anna.pb, query: object) => pb.send('/api/journal', { query });
    const { passed, refusals } = await settle(
      Array.from({ length: 200 }, () => page(anna.pb, { page: 500, perPage: 200 })),
    );
    assert.ok(passed >= 1 && refusals.length >= 1, `${passed} at once`);
    assert.ok(refusals.every(({ status }) => status === 429));
    await page(other.pb, {});
    await page(anna.pb, { skipTotal: '1' });
  });

  it('JOURNAL-01 the journal begins before an instant where one is named, of one client or of all', async () => {
    const { pb } = await server.practitioner(LICENSED);
    const { clock } = server;
    const began = clock.now;
    try {
      const moment = (at: number) => began.add({ minutes: 10 * at });
      const people: string[] = [];
      for (const at of [1, 2, 3]) {
        clock.now = moment(at);
        people.push((await pb.collection('clients').create({ ...PERSON, name: `Клиент ${at}` })).id);
      }
      const page = (query: object) => pb.send<JournalPage>('/api/journal', { query });
      const added = async (query: object) =>
        (await page(query)).items
          .filter(({ subject }) => subject === 'clients')
          .map(({ client }) => people.indexOf(client) + 1);
      assert.deepEqual(await added({}), [3, 2, 1]);
      const before = printInstant(moment(2).add({ minutes: 1 }));
      assert.deepEqual(await added({ before }), [2, 1]);
      assert.deepEqual(await added({ before: printInstant(moment(2)) }), [1]);
      assert.deepEqual(await added({ before, client: people[0] }), [1]);
      assert.deepEqual(await added({ before, client: people[2] }), []);
      assert.deepEqual(await added({ before: '2000-01-01 00:00:00.000Z' }), []);
      const { totalItems, days } = await page({ before, views: 'by-day', perPage: 1 });
      const all = await page({ views: 'by-day', perPage: 1 });
      assert.ok(totalItems < all.totalItems);
      assert.ok(days.every((one) => one.day <= before.slice(0, 10)));
      for (const wrong of ['вчера', '2026-11-21', '2026-13-21 09:00:00.000Z']) {
        assert.equal((await refusalOf(page({ before: wrong }))).status, 400, wrong);
      }
    } finally {
      clock.now = began;
    }
  });

  test('every way in which records change leaves exactly its rows', async () => {
    const { owner, pb } = await server.practitioner();
    const clients = pb.collection('clients');
    const sessions = pb.collection('sessions');
    assert.deepEqual((await rowsOf(owner)).map(line), ['create sign_ins']);

    const client = await clients.create(PERSON);
    await clients.update(client.id, { phone: '+7 916 555-01-03', description: '', name: PERSON.name });
    await clients.update(client.id, { name: PERSON.name });
    const session = await sessions.create(newSession(client.id, 10));
    await sessions.update(session.id, { news: CANARY, thoughts: CANARY, status: 'completed' });
    await sessions.create(newSession(client.id, 12));
    await sessions.create(newSession(client.id, 14));
    await sessions.delete(session.id);
    await clients.delete(client.id);
    assert.deepEqual(await since(owner), [
      'create clients',
      'update clients phone description',
      'create sessions',
      'update sessions status news thoughts',
      'create sessions',
      'create sessions',
      'delete sessions',
      'delete sessions 2',
      'delete clients',
    ]);
    const rows = (await rowsOf(owner)).slice(1);
    assert.ok(rows.every((row) => row.client === client.id && row.author === 'practitioner' && row.address !== ''));
    assert.deepEqual(rows.map(({ record }) => record).slice(-3), [session.id, '', client.id]);

    const known = rows.length + 1;
    const note = await pb
      .collection('blog_posts')
      .create({ title: CANARY, content: `${CANARY} и ещё десять слов`, date: '2026-11-21' });
    const batch = pb.createBatch();
    batch.collection('blog_posts').update(note.id, { title: `${CANARY} 2` });
    batch.collection('blog_posts').delete(note.id);
    await batch.send();
    const profile = await pb.collection('profiles').getFirstListItem(`user = '${owner}'`);
    await pb.collection('profiles').update(profile.id, { time_zone: 'Asia/Omsk' });
    await pb.collection('users').update(owner, { name: CANARY });
    await pb.send('/api/profiles/check-licence', { method: 'POST', body: { licence_key: 'VALID_1' } });
    assert.deepEqual(await since(owner, known), [
      'create blog_posts',
      'update blog_posts title',
      'delete blog_posts',
      'update profiles time_zone',
      'update users name',
      'update profiles name',
      'update profiles license_key license_status license_verified_at license_expires_at',
    ]);
    assert.doesNotMatch(JSON.stringify(await rowsOf(owner)), new RegExp(`${CANARY}|Мария|\\+7|VALID_|2026-11-23`));
  });

  test('a request arrives from a guest, and its approval makes a client and a session', async () => {
    const { owner, pb, bookingHash } = await server.practitioner();
    const week = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
      day_of_week,
      start_time: '09:00',
      end_time: '18:00',
      is_available: true,
    }));
    await Promise.all(week.map((day) => pb.collection('availability_settings').create(day)));
    const known = (await rowsOf(owner)).length;
    assert.equal(known, 8);
    const visitor = server.visitor();
    const body = { start: '2026-11-23T07:00:00Z', name: PERSON.name, phone: PERSON.phone, message: CANARY };
    await visitor.send(`/api/booking-page/${bookingHash}`, { method: 'POST', body });
    const [request] = (await rowsOf(owner)).slice(known);
    assert.ok(request);
    const { author, address, device, sign_in, client } = request;
    assert.deepEqual(
      { author, address, device, sign_in, client },
      {
        author: 'visitor',
        address: '',
        device: '',
        sign_in: '',
        client: '',
      },
    );
    await pb.send(`/api/booking/${request.record}/approve`, { method: 'POST' });
    await pb.send(`/api/booking/${request.record}/approve`, { method: 'POST' });
    const rejected = await addBooking(server.context.db, owner, { date: '2026-11-24 07:00:00.000Z' });
    await server.context.db.write((write) => holdRequestTime(write, rejected));
    await pb.collection('booking').update(rejected.id, { status: 'cancelled' });
    await pb.collection('booking').update(rejected.id, { status: 'pending' });
    await pb.collection('booking').delete(rejected.id);
    assert.deepEqual(await since(owner, known), [
      'create booking',
      'create clients',
      'create sessions',
      'update booking status client',
      'update booking status',
      'update booking status withdrawn',
      'delete booking',
    ]);
    const { visitors } = await pb.send<JournalPage>('/api/journal', { query: { page: 1 } });
    assert.deepEqual(visitors, { [request.record]: PERSON.name });
    assert.doesNotMatch(JSON.stringify(await rowsOf(owner)), new RegExp(`${CANARY}|Мария|\\+7`));
  });

  test('a colleague who visits a page is a visitor in its journal', async () => {
    const { owner } = await server.practitioner();
    const { db } = server.context;
    await db.write(({ trx }) =>
      trx
        .insertInto('availability_settings')
        .values({
          id: newRecordId(),
          user: owner,
          day_of_week: 1,
          start_time: '09:00',
          end_time: '18:00',
          is_available: 1,
          breaks: '[]',
          created: '2026-11-21 09:00:00.000Z',
          updated: '2026-11-21 09:00:00.000Z',
        })
        .execute(),
    );
    const colleague = await server.practitioner();
    const wish = { user: owner, name: 'Олег Смирнов', phone: '+7 916 000-00-01', date: '2026-11-23 07:00:00.000Z' };
    await colleague.pb.collection('booking').create({ ...wish, status: 'pending' });
    const received = (await rowsOf(owner)).at(-1);
    assert.deepEqual(
      [received?.action, received?.subject, received?.author, received?.sign_in, received?.address],
      ['create', 'booking', 'visitor', '', ''],
    );
    assert.deepEqual(await since(colleague.owner), []);
  });

  it('what happens to the account: signing in and out, other devices, password, e-mail', async () => {
    const owner = await addAccount(server.context);
    const phone = server.visitor();
    const desk = server.visitor('198.51.100.7');
    for (const pb of [phone, desk]) await pb.collection('users').authWithPassword(EMAIL, PASSWORD);
    const [first, second] = await rowsOf(owner);
    assert.deepEqual([first?.sign_in, second?.address], [first?.record, '198.51.100.7']);
    await desk.send(`/api/sign-ins/${first?.record}`, { method: 'DELETE' });
    await desk.collection('users').update(owner, {
      oldPassword: PASSWORD,
      password: `${PASSWORD} 2`,
      passwordConfirm: `${PASSWORD} 2`,
    });
    await desk.collection('users').authWithPassword(EMAIL, `${PASSWORD} 2`);
    for (const pb of [phone, server.visitor()]) {
      await pb.collection('users').authWithPassword(EMAIL, `${PASSWORD} 2`);
    }
    await desk.send('/api/sign-ins', { method: 'DELETE' });
    const own = (await rowsOf(owner)).at(-1)?.sign_in;
    await desk.send(`/api/sign-ins/${own}`, { method: 'DELETE' });
    assert.deepEqual(await since(owner, 0), [
      'create sign_ins',
      'create sign_ins',
      'end sign_ins',
      'update users password',
      'end sign_ins',
      'create sign_ins',
      'create sign_ins',
      'create sign_ins',
      'end sign_ins 2',
      'delete sign_ins',
    ]);
  });

  test('what was rolled back leaves no row, what was refused neither', async () => {
    const { owner, pb } = await server.practitioner();
    const [client] = [await addClient(server.context.db, owner)];
    const batch = pb.createBatch();
    batch.collection('clients').update(client.id, { description: 'иначе' });
    batch.collection('clients').update(client.id, { name: '' });
    await refusalOf(batch.send());
    await refusalOf(pb.collection('clients').create({ name: client.name, phone: client.phone }));
    await refusalOf(pb.collection('clients').delete(newRecordId()));
    assert.deepEqual(await since(owner), []);
  });

  test('a change without its row is no change', async () => {
    const { owner, pb } = await server.practitioner();
    const client = await addClient(server.context.db, owner);
    const { db } = server.context;
    await db.write(({ trx }) => sql`alter table journal rename to journal_away`.execute(trx));
    const refused = await refusalOf(pb.collection('clients').update(client.id, { description: 'иначе' }));
    const shown = await pb.collection('clients').getOne(client.id);
    await db.write(({ trx }) => sql`alter table journal_away rename to journal`.execute(trx));
    assert.equal(refused.status, 500);
    // A read succeeds even when its journal entry cannot be written.
    assert.equal(shown['description'], '');
  });

  test('the database refuses to change or delete a row, and lets the journal go with the account', async () => {
    const { owner, pb } = await server.practitioner();
    const other = await server.practitioner();
    const { db } = server.context;
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        pb.collection('blog_posts').create({ title: `Тема ${at}`, content: 'О чём писать', date: '2026-11-21' }),
      ),
    );
    const written = await rowsOf(owner);
    assert.equal(written.length, 21);
    const attempts = written.flatMap(({ seq }) => [
      db.write(({ trx }) => trx.updateTable('journal').set({ action: 'view' }).where('seq', '=', seq).execute()),
      db.write(({ trx }) => trx.updateTable('journal').set({ user: other.owner }).where('seq', '=', seq).execute()),
      db.write(({ trx }) => trx.deleteFrom('journal').where('seq', '=', seq).execute()),
    ]);
    attempts.push(db.write(({ trx }) => trx.deleteFrom('journal').execute()));
    if (engine === 'postgres')
      attempts.push(db.write(async ({ trx }) => (await sql`truncate journal`.execute(trx)).rows as []));
    const results = await Promise.allSettled(attempts);
    assert.deepEqual(
      results.filter(({ status }) => status === 'fulfilled'),
      [],
    );
    assert.deepEqual(await rowsOf(owner), written);

    await pb.collection('users').delete(owner, { body: { password: PASSWORD } });
    await erased(server.context, owner);
    assert.deepEqual(await rowsOf(owner), []);
    assert.equal((await rowsOf(other.owner)).length, 1);
  });

  test('rows that come at once are all there, each once', async () => {
    const { owner, pb } = await server.practitioner();
    const client = await addClient(server.context.db, owner);
    const changes = Array.from({ length: 24 }, (_, at) =>
      pb.collection('clients').update(client.id, { description: String(at) }),
    );
    const { passed } = await settle(changes);
    assert.equal((await since(owner)).length, passed);
    assert.equal(passed, 24);
    assert.equal((await rowsOf(await addPractitioner(server.context.db))).length, 0);
  });
});
