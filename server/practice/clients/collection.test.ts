import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_LIMIT_TEXT } from '#domain/clients/client-limit.ts';
import { addBooking, LICENSED } from '#proofs/support/rows.ts';
import { rowsOf } from '#proofs/support/stored-rows.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { NOON, refusalOf, settle, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const ANNA = { name: 'Алёна Иванова', phone: '+7 (916) 204-18-35' };

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const add = ({ pb }: TestPractitioner, index: number) =>
    pb.collection('clients').create({ name: `Клиент ${index}`, phone: `+7 916 000-00-0${index}` });
  const names = async ({ pb }: TestPractitioner) =>
    (await pb.collection('clients').getFullList({ sort: 'name' })).map((client) => client['name']);

  test('CLIENT-08 the fourth client without a licence is refused with the text of the specification', async () => {
    const practitioner = await server.practitioner();
    for (const index of [1, 2, 3]) await add(practitioner, index);
    assert.deepEqual(await refusalOf(add(practitioner, 4)), {
      status: 400,
      message: CLIENT_LIMIT_TEXT,
      codes: { user: 'client_limit' },
    });
    assert.equal((await names(practitioner)).length, 3);
  });

  it('CLIENT-08 a deleted client makes room for another', async () => {
    const practitioner = await server.practitioner();
    const first = await add(practitioner, 1);
    for (const index of [2, 3]) await add(practitioner, index);
    await practitioner.pb.collection('clients').delete(first.id);
    await add(practitioner, 4);
    assert.deepEqual(await names(practitioner), ['Клиент 2', 'Клиент 3', 'Клиент 4']);
  });

  test('CLIENT-08 a batch that goes beyond the limit adds no client', async () => {
    const { pb, ...rest } = await server.practitioner();
    const batch = pb.createBatch();
    for (const index of [1, 2, 3, 4]) {
      batch.collection('clients').create({ name: `Клиент ${index}`, phone: `+7 916 000-00-0${index}` });
    }
    assert.equal((await refusalOf(batch.send())).status, 400);
    assert.deepEqual(await names({ pb, ...rest }), []);
  });

  it('CLIENT-08 an active licence lifts the limit, an expired one keeps all clients and stops additions', async () => {
    const practitioner = await server.practitioner({ ...LICENSED, license_expires_at: '2027-11-21 09:00:00.000Z' });
    for (const index of [1, 2, 3, 4, 5]) await add(practitioner, index);
    server.clock.now = Temporal.Instant.from('2027-11-21T09:00:00Z');
    try {
      const { pb } = await server.practitioner();
      assert.equal((await pb.collection('clients').getFullList()).length, 0);
      const later = await server.signIn(practitioner);
      assert.equal((await refusalOf(add(later, 6))).codes['user'], 'client_limit');
      const [client] = await later.pb.collection('clients').getFullList({ sort: 'name' });
      assert.ok(client);
      await later.pb.collection('clients').update(client.id, { description: 'Продолжаем' });
      assert.equal((await names(later)).length, 5);
    } finally {
      server.clock.now = NOON;
    }
  });

  test('CLIENT-11 an archived client counts towards the limit, and is no client of the list until brought back', async () => {
    const practitioner = await server.practitioner();
    const clients = practitioner.pb.collection('clients');
    const listed = async () => (await clients.getFullList({ filter: 'archived = false' })).length;
    const [first] = [await add(practitioner, 1), await add(practitioner, 2), await add(practitioner, 3)];
    assert.equal(first['archived'], false);
    const past = await clients.update(first.id, { archived: true });
    assert.deepEqual([past['archived'], await listed()], [true, 2]);
    assert.equal((await refusalOf(add(practitioner, 4))).codes['user'], 'client_limit');
    await clients.update(first.id, { archived: false });
    assert.equal(await listed(), 3);
  });

  test('CLIENT-11 by name, ё stands with е and capitals with small letters', async () => {
    const { pb } = await server.practitioner(LICENSED);
    for (const name of [
      'Яна',
      'жанна',
      'Ёлка',
      'Ежова',
      'ёж',
      'Adam',
      'Анна-Мария',
      'Анна Ли',
      'Ґанна',
      'Ганна',
      'Івана',
      'Ира',
      'Єва',
      'Әсем',
    ]) {
      await pb.collection('clients').create({ name, phone: ANNA.phone });
    }
    const clients = pb.collection('clients');
    const wanted = [
      'Adam',
      'Анна Ли',
      'Анна-Мария',
      'Әсем',
      'Ганна',
      'Ґанна',
      'ёж',
      'Ежова',
      'Ёлка',
      'Єва',
      'жанна',
    ].concat(['Ира', 'Івана', 'Яна']);
    for (const sort of ['name', 'search_text']) {
      const sorted = await clients.getFullList({ sort, filter: 'archived = false' });
      assert.deepEqual(
        sorted.map((client) => client['name']),
        wanted,
        sort,
      );
    }
    const last = await clients.getList(1, 3, { sort: '-name' });
    assert.deepEqual(
      last.items.map((client) => client['name']),
      ['Яна', 'Івана', 'Ира'],
    );
    const [yana, ira] = [last.items[0]?.id, last.items[2]?.id];
    const changed = await clients.update(ira ?? '', { name: 'Эва' });
    assert.ok(!('name_key' in changed));
    for (const client of [yana, ira]) {
      await pb.collection('sessions').create({ client, date: `2026-11-2${client === ira ? 4 : 5} 06:00:00Z` });
    }
    const sessions = await pb.collection('sessions').getFullList({ sort: 'client.name', expand: 'client' });
    assert.deepEqual(
      sessions.map((session) => session.expand?.['client'].name),
      ['Эва', 'Яна'],
    );
  });

  test('CLIENT-09 a client of the same name and phone is refused, however they are typed', async () => {
    const { pb } = await server.practitioner();
    await pb.collection('clients').create(ANNA);
    const other = await pb.collection('clients').create({ ...ANNA, name: 'Пётр' });
    const same = { name: ' алена  ИВАНОВА ', phone: '8 916 204 18 35' };
    const codes = { name: 'validation_not_unique', phone: 'validation_not_unique' };
    const { refusals } = await settle([
      pb.collection('clients').create(same),
      pb.collection('clients').update(other.id, { name: ANNA.name }),
    ]);
    assert.deepEqual(
      refusals.map((refusal) => [refusal.status, refusal.codes]),
      [
        [400, codes],
        [400, codes],
      ],
    );
  });

  test('CLIENT-09 a client of the same name and one number of the same phone is refused', async () => {
    const { pb } = await server.practitioner(LICENSED);
    const clients = pb.collection('clients');
    await clients.create({ name: 'Дар’я Ли', phone: '8 916 204-18-36, раб. 8 (495) 111-22-33 доб. 12' });
    const other = await clients.create({ name: "Дар'я Ли", phone: '8 925 000-00-00' });
    const { refusals } = await settle([
      clients.create({ name: "дар'я ли", phone: '+7 495 111 22 33' }),
      clients.update(other.id, { phone: '8 925 000-00-00 или 89162041836' }),
    ]);
    const codes = { name: 'validation_not_unique', phone: 'validation_not_unique' };
    assert.deepEqual(
      refusals.map((refusal) => refusal.codes),
      [codes, codes],
    );
    await clients.update(other.id, { phone: '8 925 000-00-00, звонить после 18' });
  });

  test('CLIENT-09 neighbours may have the same client', async () => {
    for (const { pb } of [await server.practitioner(), await server.practitioner()]) {
      await pb.collection('clients').create(ANNA);
    }
  });

  test('CLIENT-09 of eight equal clients added at once one is kept', async () => {
    const { pb } = await server.practitioner();
    const { passed } = await settle(Array.from({ length: 8 }, () => pb.collection('clients').create(ANNA)));
    assert.equal(passed, 1);
  });

  test('CLIENT-06 deleting a client deletes its sessions and frees their time', async () => {
    const { pb, owner } = await server.practitioner();
    const [anna, pyotr] = [
      await pb.collection('clients').create(ANNA),
      await pb.collection('clients').create({ ...ANNA, name: 'Пётр' }),
    ];
    const session = (client: string, date: string) => pb.collection('sessions').create({ client, date });
    const gone = [await session(anna.id, '2026-11-23 06:00:00Z'), await session(anna.id, '2026-11-24 06:00:00Z')];
    const kept = await session(pyotr.id, '2026-11-25 06:00:00Z');
    const told = followRecords(server.context);
    await told();
    await pb.collection('clients').delete(anna.id);
    const events = await told();
    assert.deepEqual(
      (await pb.collection('sessions').getFullList()).map(({ id }) => id),
      [kept.id],
    );
    await session(pyotr.id, '2026-11-23 06:00:00Z');
    assert.deepEqual(
      new Set(events.map(({ collection, action, owner: whose, id }) => [collection, action, whose, id].join())),
      new Set([
        ...gone.map(({ id }) => ['sessions', 'delete', owner, id].join()),
        ['clients', 'delete', owner, anna.id].join(),
      ]),
    );
  });

  test('CLIENT-12 a deleted client is gone from its requests too, byte for byte, and streams are told', async () => {
    const practitioner = await server.practitioner();
    const { pb, owner } = practitioner;
    const person = { name: 'Ксения Уткина', phone: '+7 916 555-44-33', message: 'После переезда не сплю' };
    const asked = async (values: object = {}) =>
      (await addBooking(server.context.db, owner, { ...person, ...values })).id;
    const approve = (id: string) => pb.send(`/api/booking/${id}/approve`, { method: 'POST', body: {} });
    const [became, declined] = [await asked(), await asked({ name: 'ксения  уткина', phone: '89165554433' })];
    const other = await asked({ name: 'Олег', phone: '112233', message: '', status: 'cancelled' });
    const { client, booking } = await approve(became);
    assert.equal(booking['client'], client['id']);
    const expanded = await pb.collection('booking').getOne(became, { expand: 'client' });
    assert.equal(expanded.expand?.['client']['name'], person.name);
    await pb.send(`/api/booking/${declined}/reject`, { method: 'POST' });
    assert.equal((await pb.collection('booking').getOne(declined))['client'], '');
    const told = followRecords(server.context);
    await told();
    await pb.collection('clients').delete(client['id']);
    assert.deepEqual(
      (await pb.collection('booking').getFullList()).map(({ id }) => id),
      [other],
    );
    const events = (await told()).filter(({ collection }) => collection === 'booking');
    assert.deepEqual(
      new Set(events.map(({ action, id }) => `${action} ${id}`)),
      new Set([`delete ${became}`, `delete ${declined}`]),
    );
    const rows = [
      ...(await rowsOf(server.context.db, owner)),
      JSON.stringify(await server.context.db.read.selectFrom('journal').selectAll().execute()),
    ].join('\n');
    for (const text of ['Уткина', 'уткина', '555-44-33', '5554433', 'переезда']) assert.ok(!rows.includes(text), text);
  });

  test('CLIENT-12 a request that waits outlives the client of the same name, and becomes a client again', async () => {
    const { pb, owner } = await server.practitioner();
    const client = await pb.collection('clients').create(ANNA);
    const { id } = await addBooking(server.context.db, owner, ANNA);
    await pb.collection('clients').delete(client.id);
    const made = await pb.send(`/api/booking/${id}/approve`, { method: 'POST', body: {} });
    assert.equal(made.booking['client'], made.client['id']);
  });

  test('CLIENT-06 a delete that fails further on leaves client and sessions', async () => {
    const { pb } = await server.practitioner();
    const client = await pb.collection('clients').create(ANNA);
    await pb.collection('sessions').create({ client: client.id, date: '2026-11-23 06:00:00Z' });
    const batch = pb.createBatch();
    batch.collection('clients').delete(client.id);
    batch.collection('clients').create({ name: 'Я', phone: '1' });
    await refusalOf(batch.send());
    assert.equal((await pb.collection('sessions').getFullList()).length, 1);
    assert.equal((await pb.collection('clients').getFullList()).length, 1);
  });

  test('CLIENT-07 the source is what was sent, otherwise it follows from handmade', async () => {
    const practitioner = await server.practitioner(LICENSED);
    const sourceOf = async (index: number, values: Record<string, unknown>) => {
      const body = { name: 'Клиент', phone: `+7 916 000-00-0${index}`, ...values };
      return (await practitioner.pb.collection('clients').create(body))['source'];
    };
    assert.equal(await sourceOf(1, { handmade: true, source: 'Ручной ввод' }), 'Ручной ввод');
    assert.equal(await sourceOf(2, { handmade: true }), 'Другое');
    assert.equal(await sourceOf(3, { handmade: false }), 'Сайт');
    assert.equal(await sourceOf(4, {}), 'Сайт');
    assert.equal(await sourceOf(5, { source: 'Сайт', handmade: true }), 'Сайт');
    const clients = practitioner.pb.collection('clients');
    const emptied = await clients.create({ name: 'Клиент', phone: '+7 916 000-00-06', source: 'Знакомые' });
    assert.equal((await clients.update(emptied.id, { source: '' }))['source'], 'Сайт');
    const phones = async (options: object) => (await clients.getFullList(options)).map(({ phone }) => phone.slice(-1));
    assert.deepEqual(await phones({ filter: "source = 'Другое'" }), ['2']);
    assert.deepEqual(await phones({ filter: "source = 'Сайт'", sort: 'phone' }), ['3', '4', '5', '6']);
    assert.deepEqual(await phones({ sort: 'source,phone' }), ['2', '1', '3', '4', '5', '6']);
  });

  test('CLIENT-05 the date of registration is that of the creation, unless another is sent', async () => {
    const { pb } = await server.practitioner();
    const client = await pb.collection('clients').create(ANNA);
    assert.equal(client['registration_date'], '2026-11-21 09:00:00.000Z');
    const imported = { name: 'Пётр', phone: '112233', registration_date: '2020-02-03T10:00:00Z' };
    assert.equal((await pb.collection('clients').create(imported))['registration_date'], '2020-02-03 10:00:00.000Z');
  });

  test('CLIENT-02 the search text is found by name and digits, follows an update and is never answered', async () => {
    const { pb } = await server.practitioner();
    const client = await pb.collection('clients').create(ANNA);
    const found = async (text: string) =>
      (await pb.collection('clients').getList(1, 30, { filter: pb.filter('search_text ~ {:text}', { text }) }))
        .totalItems;
    for (const text of ['алена', 'ИВАН', '9162041835', '204-18']) assert.equal(await found(text), 1, text);
    assert.equal(await found('петр'), 0);
    const renamed = await pb.collection('clients').update(client.id, { name: 'Пётр Иванов' });
    assert.deepEqual([await found('петр'), await found('алена')], [1, 0]);
    for (const column of ['search_text', 'identity_key']) assert.ok(!(column in renamed), column);
    await pb.collection('clients').update(client.id, { search_text: 'x', identity_key: null });
    assert.equal(await found('петр'), 1);
  });

  test('CLIENT-04 what is too short or too long is refused field by field', async () => {
    const { pb } = await server.practitioner();
    const refusal = await refusalOf(
      pb.collection('clients').create({ name: 'Я', phone: '1'.repeat(51), description: 'о'.repeat(5001) }),
    );
    assert.deepEqual(refusal.codes, {
      name: 'validation_min_text_constraint',
      phone: 'validation_max_text_constraint',
      description: 'validation_max_text_constraint',
    });
    assert.equal((await refusalOf(pb.collection('clients').create({}))).codes['name'], 'validation_required');
  });
});
