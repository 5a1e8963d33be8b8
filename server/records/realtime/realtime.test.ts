import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { tokenOf } from '#proofs/support/records/record-app.ts';
import { eventually } from '#proofs/support/records/raw-streams.ts';
import {
  collect,
  newClient,
  openPracticeStreams,
  type PracticeStreams,
} from '#proofs/support/records/practice-streams.ts';
import { forEachEngine } from '#proofs/support/engines.ts';

forEachEngine((engine) => {
  let practice: PracticeStreams;
  let { server, anna, boris, raw } = {} as PracticeStreams;
  before(async () => {
    practice = await openPracticeStreams(engine);
    ({ server, anna, boris, raw } = practice);
  });
  after(() => practice[Symbol.asyncDispose]());

  const openRaw = () => raw.open();
  const subscribe = (body: object, token = '') => raw.subscribe(body, token);

  /** How many reads the server sends to its database meanwhile. */
  const countStatements = async (run: () => Promise<void>): Promise<number> => {
    const { db } = server.context;
    let count = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      // Preparing a query sends nothing.
      async transformResult({ result }) {
        count += 1;
        return result;
      },
    };
    const read = db.read.withPlugin(counting);
    server.context.db = { ...db, read };
    await run().finally(() => {
      server.context.db = db;
    });
    return count;
  };

  test('API-01 the SDK is told of creates, updates and deletes of one’s own records, after the commit', async () => {
    const { events, stop } = await collect(anna.pb, 'clients');
    // An event holds the record as it is at that moment.
    const record = await newClient(anna);
    await eventually(() => events.length === 1, 'the create');
    const updated = await anna.pb.collection('clients').update(record.id, { name: 'Ольга' });
    await eventually(() => events.length === 2, 'the update');
    await anna.pb.collection('clients').delete(record.id);
    await eventually(() => events.length === 3, 'the delete');
    assert.deepEqual(
      events.map(({ action }) => action),
      ['create', 'update', 'delete'],
    );
    assert.deepEqual(
      events.map((event) => ({ ...event.record })),
      [{ ...record }, { ...updated }, { ...updated }],
    );
    const batch = anna.pb.createBatch();
    batch.collection('clients').create({ name: 'Откат', phone: '1234567' });
    batch.collection('clients').create({ name: '' });
    await assert.rejects(batch.send());
    await stop();
    await newClient(anna);
    await sleep(50);
    assert.equal(events.length, 3);
  });

  test('SEAL-03 a topic that is filtered by a text has the deletes of records that went with their client', async () => {
    const client = await newClient(anna);
    const { events, stop } = await collect(anna.pb, 'sessions', '*', { filter: "description ~ 'ёлка'" });
    for (const day of ['2031-05-01', '2031-05-02']) {
      const values = { client: client.id, date: `${day} 09:00:00.000Z`, status: 'scheduled', description: 'Ёлка' };
      await anna.pb.collection('sessions').create(values);
    }
    await eventually(() => events.length === 2, 'the creates');
    await anna.pb.collection('clients').delete(client.id);
    await eventually(() => events.length === 4, 'the deletes');
    assert.deepEqual(
      events.map(({ action }) => action),
      ['create', 'create', 'delete', 'delete'],
    );
    await stop();
  });

  test('API-01 a topic may be one record, and has a filter, fields and relations of its own', async () => {
    const id = newRecordId();
    const one = await collect(anna.pb, 'clients', id);
    const filtered = await collect(anna.pb, 'clients', '*', { filter: "name ~ 'ФИЛЬТР'", fields: 'name' });
    const related = await collect(anna.pb, 'sessions', '*', { filter: "client.name = 'Тема'", expand: 'client' });
    // Between several nodes an event can come after the response: only those of changes after a subscription are exact.
    await newClient(anna, { id, name: 'Тема' });
    await eventually(() => one.events.length === 1, 'the create');
    await newClient(anna, { name: 'Другая' });
    await newClient(anna, { name: 'под фильтром' });
    await anna.pb.collection('clients').update(id, { description: 'новое' });
    await anna.pb.collection('sessions').create({ client: id, date: '2026-11-23' });
    await eventually(() => related.events.length === 1, 'the related event');
    assert.deepEqual(
      one.events.map(({ action, record }) => [action, record['description']]),
      [
        ['create', ''],
        ['update', 'новое'],
      ],
    );
    assert.deepEqual(
      filtered.events.map((event) => ({ ...event.record })),
      [{ name: 'под фильтром' }],
    );
    assert.equal(related.events[0]?.record.expand?.['client'].name, 'Тема');
    for (const { stop } of [one, filtered, related]) await stop();
  });

  test('API-03 no subscription brings another practitioner’s records', async () => {
    const foreign = await newClient(boris, { name: 'Чужой' });
    const heard = await Promise.all([
      collect(anna.pb, 'clients'),
      collect(anna.pb, 'clients', foreign.id),
      collect(anna.pb, 'clients', '*', { filter: `user = '${boris.id}'` }),
      collect(anna.pb, 'users'),
      collect(anna.pb, 'users', boris.id),
    ]);
    const guest = openRaw();
    const topics = ['clients/*', `clients/${foreign.id}`, 'pbc_clients/*', 'booking/*', 'profiles/*'];
    assert.equal((await subscribe({ clientId: await guest.id(), subscriptions: topics })).status, 204);
    for (let count = 0; count < 20; count += 1) {
      await boris.pb.collection('clients').update(foreign.id, { description: String(count) });
    }
    await boris.pb.collection('users').update(boris.id, { name: 'Борис' });
    await boris.pb.collection('clients').delete(foreign.id);
    const own = await newClient(anna);
    await eventually(() => heard.some(({ events }) => events.length > 0), 'the own event');
    assert.deepEqual(
      heard.flatMap(({ events }) => events).map((event) => event.record.id),
      [own.id],
    );
    assert.deepEqual(guest.events(), ['PB_CONNECT']);
    for (const { stop } of heard) await stop();
  });

  test('API-01 a stream says who it is, is never kept, and beats while nothing happens', async () => {
    const stream = openRaw();
    const id = await stream.id();
    assert.match(id, /^[a-z0-9]{40}$/);
    assert.ok(stream.text.startsWith(`id:${id}\nevent:PB_CONNECT\ndata:{"clientId":"${id}"}\n\n`));
    assert.equal(stream.header('content-type'), 'text/event-stream');
    assert.equal(stream.header('cache-control'), 'no-store');
    await eventually(() => stream.text.endsWith(':\n\n'), 'a heartbeat');
  });

  test('API-01 subscriptions replace each other, and events carry the topic as it was sent', async () => {
    const stream = openRaw();
    const clientId = await stream.id();
    const topic = `CLIENTS/*?options=${encodeURIComponent('{"query":{"fields":"name"}}')}`;
    const put = async (subscriptions: string[]) =>
      assert.equal((await subscribe({ clientId, subscriptions }, anna.token)).status, 204);
    await put([
      'PB_CONNECT',
      'anything',
      'missing/*',
      'clients/*?options=%7B',
      'clients/*?options={"query":{"filter":"x="}}',
      'clients/a b',
      topic,
    ]);
    await newClient(anna, { name: 'Первая' });
    await eventually(() => stream.text.includes('Первая'), 'the first event');
    assert.ok(
      stream.text.includes(`id:${clientId}\nevent:${topic}\ndata:{"record":{"name":"Первая"},"action":"create"}\n\n`),
    );
    // Events come in the order of commits, on PostgreSQL after the response: the session's event proves that the
    // client's has passed.
    const pass = async (name: string, date: string) => {
      const client = await newClient(anna, { name });
      const session = await anna.pb.collection('sessions').create({ client: client.id, date });
      await eventually(() => stream.text.includes(session.id), name);
    };
    await put(['sessions/*']);
    await pass('Вторая', '2027-03-01');
    await put(['sessions/*', 'anything']);
    await pass('Третья', '2027-03-02');
    await put(['clients/*', 'clients/*']);
    await newClient(anna, { name: 'Четвёртая' });
    await eventually(() => stream.text.includes('Четвёртая'), 'the last event');
    assert.deepEqual(stream.events(), ['PB_CONNECT', topic, 'sessions/*', 'sessions/*', 'clients/*']);
  });

  test('API-04 subscriptions are checked', async () => {
    const clientId = await openRaw().id();
    const data = async (body: object, token?: string) => {
      const response = await subscribe(body, token);
      assert.equal(response.status, 400);
      return response.body?.data;
    };
    const required = { code: 'validation_required', message: 'Cannot be blank.' };
    assert.deepEqual(await data({}), { clientId: required });
    assert.deepEqual(await data({ clientId: '', subscriptions: ['x'] }), { clientId: required });
    assert.deepEqual(Object.keys((await data({ clientId: 'x'.repeat(256), subscriptions: 'x' })) ?? {}), [
      'clientId',
      'subscriptions',
    ]);
    const many = Array.from({ length: 101 }, (_, at) => `clients/${at}`);
    const tooMany = {
      code: 'validation_length_too_long',
      message: 'The length must be no more than 100.',
      params: { max: 100 },
    };
    assert.deepEqual(await data({ clientId, subscriptions: many }), { subscriptions: tooMany });
    const long = (await data({ clientId, subscriptions: ['ok', 'x'.repeat(2501), 5] })) ?? {};
    assert.deepEqual(Object.keys(long['subscriptions'] as object), ['1', '2']);
    assert.deepEqual(await subscribe({ clientId: 'x'.repeat(40), subscriptions: [] }), {
      status: 404,
      body: { status: 404, message: 'Missing or invalid client id.', data: {} },
    });
  });

  test('API-03 a stream belongs to whom it first subscribed for: a guest may sign in, nothing else may change', async () => {
    const clientId = await openRaw().id();
    const status = async (token?: string) =>
      (await subscribe({ clientId, subscriptions: ['clients/*'] }, token)).status;
    assert.equal(await status(), 204);
    assert.equal(await status(anna.token), 204);
    assert.equal(await status(tokenOf(anna.id, 'refreshed')), 204);
    assert.equal(await status(boris.token), 403);
    assert.equal(await status(), 403);
  });

  test('API-05 an event is looked at once for all streams and topics that ask the same', async () => {
    const client = await newClient(boris, { name: 'Рядом' });
    const streams = [openRaw(), openRaw(), openRaw()];
    const subscribeAll = async (subscriptions: string[]) => {
      for (const stream of streams) await subscribe({ clientId: await stream.id(), subscriptions }, boris.token);
    };
    await subscribeAll(['sessions/*']);
    const session = await boris.pb.collection('sessions').create({ client: client.id, date: '2026-11-24' });
    // Otherwise it may come behind the next subscription.
    await eventually(() => streams.every((stream) => stream.events().length === 2), 'each hears of the create');
    const asked = (filter: string) =>
      `sessions/*?options=${encodeURIComponent(JSON.stringify({ query: { filter, expand: 'client' } }))}`;
    const others = Array.from({ length: 90 }, (_, at) => asked(`client.name = 'Другая ${at}'`));
    await subscribeAll([...others, asked("client.name = 'Рядом'")]);
    const statements = await countStatements(async () => {
      await boris.pb.collection('sessions').update(session.id, { duration: 90 }, { fields: 'id' });
      await eventually(() => streams.every((stream) => stream.events().length === 3), 'each hears once');
    });
    assert.equal(statements, 2, 'the filters’ client and the expanded one');
    server.endAccess({ user: boris.id });
  });
});
