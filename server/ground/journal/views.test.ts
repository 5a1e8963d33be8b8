import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { JournalPage } from '#domain/journal/journal.ts';
import { addClient, addSession } from '#proofs/support/rows.ts';
import { NOON, refusalOf, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const PERSON = { name: 'Мария', phone: '+7 916 555-01-02', description: 'Просит утренние часы' };

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const rowsOf = (owner: OwnerId): Promise<Row<'journal'>[]> =>
    server.context.db.read.selectFrom('journal').selectAll().where('user', '=', owner).orderBy('seq').execute();
  const views = async (owner: OwnerId): Promise<Row<'journal'>[]> =>
    (await rowsOf(owner)).filter(({ action }) => action === 'view');
  /** Waits for views, which are written after the response. */
  const viewed = async (owner: OwnerId, count: number): Promise<Row<'journal'>[]> => {
    let found = await views(owner);
    for (let attempt = 0; found.length < count && attempt < 400; attempt += 1) {
      await pause(5);
      found = await views(owner);
    }
    assert.equal(found.length, count);
    return found;
  };
  const read = ({ pb }: Pick<TestPractitioner, 'pb'>, query: Record<string, unknown> = {}): Promise<JournalPage> =>
    pb.send('/api/journal', { query });

  it('a view is written once per client, sign-in and local day', async () => {
    const practitioner = await server.practitioner();
    const { owner, pb } = practitioner;
    const client = await addClient(server.context.db, owner);
    const session = await addSession(server.context.db, owner, client.id);
    await Promise.all([1, 2, 3].map(() => pb.collection('clients').getOne(client.id)));
    await pb.collection('sessions').getOne(session.id);
    await refusalOf(pb.collection('clients').getOne(newRecordId()));
    await pb.collection('clients').getList(1, 1);
    await pb.collection('clients').getList(1, 1);
    await pb.collection('sessions').getList(1, 1);
    const first = await viewed(owner, 3);
    assert.deepEqual(first.map(({ subject, client: of }) => `${subject} ${of === client.id}`).toSorted(), [
      'clients false',
      'clients true',
      'sessions false',
    ]);

    const elsewhere = await server.signIn(practitioner);
    await elsewhere.pb.collection('clients').getOne(client.id);
    await viewed(owner, 4);
    // 23:59 in Moscow is the same day, 00:00 is the next.
    server.clock.now = Temporal.Instant.from('2026-11-21T20:59:00Z');
    await pb.collection('clients').getOne(client.id);
    server.clock.now = Temporal.Instant.from('2026-11-21T21:00:00Z');
    await pb.collection('clients').getOne(client.id);
    const all = await viewed(owner, 5);
    server.clock.now = NOON;
    assert.deepEqual(
      all.map(({ day }) => day),
      [...Array<string>(4).fill('2026-11-21'), '2026-11-22'],
    );
  });

  test('a view is written again on the next local day, also after one of 23 hours', async () => {
    // Berlin, the night of 28 March 2027: midnight, then 22:00Z of the same day.
    server.clock.now = Temporal.Instant.from('2027-03-28T12:00:00Z');
    const { owner, pb } = await server.practitioner({ time_zone: 'Europe/Berlin' });
    const client = await addClient(server.context.db, owner);
    await pb.collection('clients').getOne(client.id);
    await viewed(owner, 1);
    server.clock.now = Temporal.Instant.from('2027-03-28T22:30:00Z');
    await pb.collection('clients').getOne(client.id);
    const days = (await viewed(owner, 2)).map(({ day }) => day);
    server.clock.now = NOON;
    assert.deepEqual(days, ['2027-03-28', '2027-03-29']);
  });

  test('a view waits for no writer', async () => {
    const { owner, pb } = await server.practitioner();
    const client = await addClient(server.context.db, owner);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const writing = server.context.db.write(async ({ trx }) => {
      await trx.updateTable('clients').set({ source: 'пишется' }).where('id', '=', client.id).execute();
      hold();
      await released;
    });
    await held;
    assert.equal((await pb.collection('clients').getOne(client.id)).id, client.id);
    if (engine === 'sqlite') assert.deepEqual(await views(owner), []);
    release();
    await writing;
    await viewed(owner, 1);
  });

  it('AUTH-15 views are counted by the day, each day once, however the changes are paged', async () => {
    const practitioner = await server.practitioner();
    const { owner, pb } = practitioner;
    const days = async (query: Record<string, unknown>) =>
      (await read(practitioner, { views: 'by-day', ...query })).days;
    const [anna, boris] = [
      await addClient(server.context.db, owner),
      await addClient(server.context.db, owner, { name: 'Борис' }),
    ];
    const note = { title: 'Тема', content: 'О чём писать завтра', date: '2026-11-21' };
    const first = server.clock.now.toZonedDateTimeISO('Europe/Moscow').toPlainDate();
    const began = server.clock.now;
    for (const client of [anna, boris, anna]) await pb.collection('clients').getOne(client.id);
    await pb.collection('clients').getList();
    await viewed(owner, 3);
    await addSession(server.context.db, owner, anna.id);
    await pb.collection('sessions').getList();
    await viewed(owner, 4);
    // The second day has only views, the third also a change.
    server.clock.now = began.add({ hours: 24 });
    const again = await server.signIn(practitioner);
    await again.pb.collection('clients').getOne(boris.id);
    await viewed(owner, 5);
    server.clock.now = began.add({ hours: 48 });
    await pb.collection('blog_posts').create(note);
    await pb.collection('clients').getOne(anna.id);
    await viewed(owner, 6);
    server.clock.now = began;

    const shown = [
      { day: first.add({ days: 2 }).toString(), clients: 1, lists: [], texts: 0 },
      { day: first.add({ days: 1 }).toString(), clients: 1, lists: [], texts: 0 },
      { day: first.toString(), clients: 2, lists: ['clients', 'sessions'], texts: 1 },
    ];
    const whole = await read(practitioner, { views: 'by-day' });
    assert.deepEqual(whole.days, shown);
    assert.ok(whole.items.every(({ action }) => action !== 'view' && action !== 'view_texts'));
    for (const perPage of [1, 2, whole.totalItems]) {
      const pages = Array.from({ length: Math.ceil(whole.totalItems / perPage) }, (_, at) =>
        days({ page: at + 1, perPage }),
      );
      assert.deepEqual((await Promise.all(pages)).flat(), shown, `${perPage} a page`);
    }
    for (const page of [2, 3]) assert.deepEqual(await days({ page, perPage: whole.totalItems }), []);
    assert.deepEqual(
      (await days({ client: anna.id })).map(({ day, clients, lists, texts }) => [day, clients, lists.length, texts]),
      [
        [shown[0]?.day, 1, 0, 0],
        [shown[2]?.day, 1, 0, 0],
      ],
    );
    const rows = await read(practitioner, { views: shown[2]?.day });
    // All at the same moment.
    assert.deepEqual(
      rows.items.map(({ subject, client }) => `${subject} ${client}`).toSorted(),
      ['clients ', `clients ${anna.id}`, `clients ${boris.id}`, 'sessions '].toSorted(),
    );
    assert.equal((await refusalOf(pb.send('/api/journal?views=all', {}))).status, 400);
  });

  test('the journal is read newest first, by client and by page, and by its owner alone', async () => {
    const practitioner = await server.practitioner();
    const { owner, pb } = practitioner;
    const stranger = await server.practitioner();
    const clients = pb.collection('clients');
    const [anna, boris] = [await clients.create(PERSON), await clients.create({ ...PERSON, name: 'Борис' })];
    await clients.update(anna.id, { description: 'ещё' });
    await clients.delete(anna.id);
    const all = await read(practitioner);
    assert.deepEqual([all.page, all.perPage, all.totalItems, all.totalPages], [1, 30, 5, 1]);
    assert.deepEqual(
      all.items.map(({ action, client }) => [action, client]),
      [
        ['delete', anna.id],
        ['update', anna.id],
        ['create', boris.id],
        ['create', anna.id],
        ['create', ''],
      ],
    );
    assert.deepEqual(Object.keys(all.items[0] ?? {}).toSorted(), [
      'action',
      'address',
      'author',
      'client',
      'count',
      'created',
      'device',
      'fields',
      'record',
      'subject',
    ]);
    // The present names of clients on the page, but not those of deleted or other clients.
    await clients.update(boris.id, { name: 'Борис Лис' });
    assert.deepEqual((await read(practitioner)).names, { [boris.id]: 'Борис Лис' });
    const gone = await read(practitioner, { client: anna.id });
    assert.deepEqual([gone.totalItems, gone.names], [3, {}]);
    const second = await read(practitioner, { page: 2, perPage: 2 });
    assert.deepEqual(second.items, all.items.slice(1, 3));
    assert.equal(second.totalPages, 3);

    const answer = async (client: string): Promise<string> => {
      const url = `${server.url}/api/journal?client=${encodeURIComponent(client)}`;
      const response = await fetch(url, { headers: { authorization: stranger.pb.authStore.token } });
      return `${response.status} ${await response.text()}`;
    };
    const missing = await answer(newRecordId());
    assert.match(missing, /^200 .*"items":\[\]/);
    for (const foreign of [anna.id, boris.id, "' or 1=1 --", '\0']) assert.equal(await answer(foreign), missing);
    assert.equal((await refusalOf(server.visitor().send('/api/journal', {}))).status, 401);
    assert.equal((await refusalOf(pb.send('/api/journal?page=x', {}))).status, 400);
    assert.equal((await rowsOf(owner)).length, 6);
  });

  test('rows of sessions come with the starts of those that still exist', async () => {
    const practitioner = await server.practitioner();
    const { owner, pb } = practitioner;
    const client = await addClient(server.context.db, owner);
    const date = '2027-03-02 09:00:00.000Z';
    const sessions = pb.collection('sessions');
    const add = (at: string) => sessions.create<{ id: string }>({ client: client.id, date: at, duration: 60 });
    const [kept, gone] = [await add(date), await add('2027-03-03 09:00:00.000Z')];
    await sessions.delete(gone.id);
    const { items, starts } = await read(practitioner);
    assert.equal(items.filter(({ record }) => record === gone.id).length, 2);
    assert.deepEqual(starts, { [kept.id]: date });
    assert.deepEqual((await read(await server.practitioner())).starts, {});
  });
});
