import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  practitioner,
  type Practitioner,
  type RecordApp,
  refusalIn,
  sdk,
  startRecordApp,
} from '#proofs/support/records/record-app.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { followRecords } from '#proofs/support/followed-records.ts';

const CLIENT = { name: 'Мария', phone: '+7 916 204-18-35' };
const UNIQUE = { code: 'validation_not_unique', message: 'Value must be unique.' };

forEachEngine((engine) => {
  let server: RecordApp;
  let anna: Practitioner;
  let boris: Practitioner;
  let told: ReturnType<typeof followRecords>;

  before(async () => {
    server = await startRecordApp(engine);
    anna = await practitioner(server);
    boris = await practitioner(server);
    told = followRecords(server.context);
  });
  after(() => server.dispose());

  let phone = 0;
  const newClient = (by: Practitioner, values: object = {}) =>
    by.pb.collection('clients').create({ ...CLIENT, phone: `+7 900 ${(phone += 1)}00`, ...values });
  const newSession = async (by: Practitioner, values: object = {}) =>
    by.pb.collection('sessions').create({ client: (await newClient(by)).id, date: '2026-11-23 06:00:00', ...values });

  test('API-01 create answers 200 with the whole record: the owner’s, its defaults filled in', async () => {
    const record = await newClient(anna, { unknown: 1, identity_key: 'x', collectionId: 'y', expand: {} });
    assert.equal(record['user'], anna.id);
    assert.equal(record['created'], '2026-11-21 09:00:00.000Z');
    assert.deepEqual(
      [record['description'], record['handmade'], 'unknown' in record, 'identity_key' in record],
      ['', false, false, false],
    );
    assert.deepEqual({ ...(await anna.pb.collection('clients').getOne(record.id)) }, { ...record });
    const session = await newSession(anna);
    assert.deepEqual(
      [session['duration'], session['status'], session['date']],
      [60, 'scheduled', '2026-11-23 06:00:00.000Z'],
    );
    assert.equal((await newClient(anna, { user: anna.id }))['user'], anna.id);
  });

  test('API-01 create and update expand relations and pick fields', async () => {
    const client = await newClient(anna);
    const sessions = anna.pb.collection('sessions');
    const session = await sessions.create(
      { client: client.id, date: '2026-11-23' },
      { expand: 'missing,client', fields: 'id,expand.client.name' },
    );
    assert.deepEqual(
      Object.keys(session).toSorted((a, b) => a.localeCompare(b)),
      ['expand', 'id'],
    );
    assert.equal(session.expand?.['client'].name, CLIENT.name);
    const updated = await sessions.update(session.id, { duration: 90 }, { fields: 'duration' });
    assert.deepEqual({ ...updated }, { duration: 90 });
  });

  test('API-01 a caller may choose the id of a new record, once', async () => {
    const id = 'abcdefghijklm12';
    assert.equal((await newClient(anna, { id })).id, id);
    const response = await refusalIn(newClient(boris, { id }));
    assert.deepEqual(response, { status: 400, message: 'Failed to create record.', data: { id: UNIQUE } });
    for (const [wrong, code] of [
      ['abcdefghijklm1', 'validation_min_text_constraint'],
      ['abcdefghijklm123', 'validation_max_text_constraint'],
      ['ABCDEFGHIJKLM12', 'validation_invalid_format'],
      [5, 'validation_invalid_value'],
    ]) {
      assert.equal((await refusalIn(newClient(anna, { id: wrong })))['data'].id.code, code);
    }
  });

  test('API-04 an update cannot change the id; the same id is no change', async () => {
    const { id } = await newClient(anna);
    const clients = anna.pb.collection('clients');
    const response = await refusalIn(clients.update(id, { id: 'abcdefghijklm99' }));
    assert.equal(response['data'].id.code, 'validation_pk_change');
    assert.equal((await clients.update(id, { id, name: 'Новое имя' }))['name'], 'Новое имя');
  });

  test('API-01 an update merges, moves updated even when it is empty, and leaves created', async () => {
    const first = await newClient(anna, { description: 'остаётся', handmade: true });
    server.clock.now = server.clock.now.add({ seconds: 5 });
    const second = await anna.pb.collection('clients').update(first.id, { name: 'Ольга', created: 'x', updated: 5 });
    assert.deepEqual({ ...second }, { ...first, name: 'Ольга', updated: '2026-11-21 09:00:05.000Z' });
    server.clock.now = server.clock.now.add({ seconds: 5 });
    const response = await fetch(`${server.url}/api/collections/clients/records/${first.id}`, {
      method: 'PATCH',
      headers: { authorization: anna.token, 'content-type': 'application/json' },
    });
    assert.deepEqual(await response.json(), { ...second, updated: '2026-11-21 09:00:10.000Z' });
  });

  const WRONG_TYPES: [collection: string, field: string, values: unknown[]][] = [
    ['clients', 'name', [5, true, null, [], {}, 'nul\0', '\ud800']],
    ['clients', 'description', [0, false, null, ['x']]],
    ['clients', 'handmade', ['true', 1, 0, null, [], {}]],
    ['clients', 'registration_date', [5, true, null, 'yesterday', '2026-13-01', '2026-02-30', '10000-01-01']],
    ['sessions', 'duration', ['60', true, null, [60], {}]],
    ['sessions', 'status', [1, null, 'unknown', ['scheduled']]],
    ['sessions', 'client', [1, null, ['aaaaaaaaaaaaaaa'], 'short']],
  ];

  test('API-04 a wrong type is refused for its field and never cast, on create and on update', async () => {
    const targets = { clients: await newClient(anna), sessions: await newSession(anna) };
    for (const [collection, field, values] of WRONG_TYPES) {
      for (const value of values) {
        const target = collection === 'clients' ? targets.clients : targets.sessions;
        const calls = [
          () => anna.pb.collection(collection).update(target.id, { [field]: value }),
          () => anna.pb.collection(collection).create({ ...target, id: undefined, [field]: value }),
        ];
        for (const call of calls) {
          const { status, data } = await refusalIn(call());
          assert.deepEqual([status, Object.keys(data)], [400, [field]], `${field} ${JSON.stringify(value)}`);
          assert.match(data[field].message, /^[A-Z].*\.$/);
        }
      }
    }
    assert.deepEqual({ ...(await anna.pb.collection('clients').getOne(targets.clients.id)) }, { ...targets.clients });
  });

  test('API-04 what the schema refuses has the codes of the record API', async () => {
    const codeOf = async (values: object, collection = 'clients') => {
      const { data } = await refusalIn(
        anna.pb.collection(collection).create({ ...(collection === 'clients' ? CLIENT : {}), ...values }),
      );
      return Object.fromEntries(
        Object.entries(data as Record<string, { code: string; params?: object }>).map(([field, { code, params }]) => [
          field,
          params ? [code, params] : code,
        ]),
      );
    };
    assert.deepEqual(await codeOf({ name: 'М' }), { name: ['validation_min_text_constraint', { min: 2 }] });
    assert.deepEqual(await codeOf({ name: 'М'.repeat(201) }), {
      name: ['validation_max_text_constraint', { max: 200 }],
    });
    assert.deepEqual(await codeOf({ name: '  ', phone: '' }), {
      name: 'validation_required',
      phone: 'validation_required',
    });
    const session = { client: (await newClient(anna)).id, date: '2026-11-23' };
    assert.deepEqual(await codeOf({}, 'sessions'), { client: 'validation_required', date: 'validation_required' });
    assert.deepEqual(await codeOf({ ...session, duration: 0 }, 'sessions'), {
      duration: ['validation_min_number_constraint', { min: 15 }],
    });
    assert.deepEqual(await codeOf({ ...session, duration: 1e300 }, 'sessions'), {
      duration: ['validation_max_number_constraint', { max: Number.MAX_SAFE_INTEGER }],
    });
    assert.deepEqual(await codeOf({ ...session, duration: 60.5 }, 'sessions'), {
      duration: 'validation_only_int_constraint',
    });
    assert.deepEqual(await codeOf({ ...session, status: '' }, 'sessions'), { status: 'validation_required' });
    const monday = { day_of_week: 1, is_available: true };
    assert.deepEqual(await codeOf({}, 'availability_settings'), { day_of_week: 'validation_required' });
    assert.deepEqual(await codeOf({ ...monday, start_time: '25:00' }, 'availability_settings'), {
      start_time: 'validation_invalid_format',
    });
    assert.deepEqual(await codeOf({ ...monday, end_time: '08:00' }, 'availability_settings'), {
      end_time: 'validation_invalid_value',
    });
    assert.deepEqual(await codeOf({ ...monday, breaks: 'x' }, 'availability_settings'), {
      breaks: 'validation_invalid_value',
    });
  });

  test('API-04 JSON and numbers come back as they were, zero and false included', async () => {
    const breaks = [{ start: '13:00', end: '14:00' }];
    const sunday = await anna.pb
      .collection('availability_settings')
      .create({ day_of_week: 0, is_available: true, breaks });
    assert.deepEqual([sunday['day_of_week'], sunday['is_available'], sunday['breaks']], [0, true, breaks]);
    const taken = await refusalIn(anna.pb.collection('availability_settings').create({ day_of_week: 0 }));
    assert.deepEqual(taken['data'], { day_of_week: UNIQUE });
    assert.equal(
      (await boris.pb.collection('availability_settings').create({ day_of_week: 0 }))['is_available'],
      false,
    );
  });

  test('CLIENT-09 API-04 a violated unique index blames the fields that a caller knows', async () => {
    const client = await newClient(anna, { name: 'Пётр', phone: '8 (916) 111-11-11' });
    const again = { name: 'ПЕТР', phone: '+7 916 111 11 11' };
    const response = await refusalIn(anna.pb.collection('clients').create(again));
    assert.deepEqual(response, {
      status: 400,
      message: 'Failed to create record.',
      data: { name: UNIQUE, phone: UNIQUE },
    });
    const other = await newClient(anna);
    assert.deepEqual((await refusalIn(anna.pb.collection('clients').update(other.id, again)))['data'], {
      name: UNIQUE,
      phone: UNIQUE,
    });
    assert.notEqual((await boris.pb.collection('clients').create(again)).id, client.id);
  });

  test('API-04 protected fields keep their value: another one is a 400 for the field, the same one is fine', async () => {
    const profiles = anna.pb.collection('profiles');
    const profile = await profiles.getFirstListItem('');
    const mismatch = { code: 'validation_values_mismatch', message: "Values don't match." };
    for (const [field, value] of Object.entries({
      booking_hash: 'x',
      license_status: 'active',
      license_expires_at: '2027-01-01',
      user: boris.id,
    })) {
      const response = await refusalIn(profiles.update(profile.id, { [field]: value, name: 'Другая' }));
      assert.deepEqual(response['data'], { [field]: mismatch });
    }
    assert.deepEqual({ ...(await profiles.getOne(profile.id)) }, { ...profile });
    assert.equal((await profiles.update(profile.id, { ...profile, name: 'Анна' }))['name'], 'Анна');
    const users = anna.pb.collection('users');
    for (const change of [{ verified: false }, { tokenKey: '' }, { tokenKey: 'x' }]) {
      assert.deepEqual((await refusalIn(users.update(anna.id, change)))['data'], {
        [Object.keys(change)[0] ?? '']: mismatch,
      });
    }
    assert.equal((await users.update(anna.id, { verified: true }))['verified'], true);
  });

  test('API-04 what a collection presents in another way may be sent back as it was read', async () => {
    await server.data.db.write(({ trx }) =>
      trx.updateTable('profiles').set({ license_status: 'active' }).where('user', '=', boris.id).execute(),
    );
    const profiles = boris.pb.collection('profiles');
    const profile = await profiles.getFirstListItem('');
    assert.equal(profile['license_status'], 'expired');
    await profiles.update(profile.id, { ...profile });
    const stored = await server.data.db.read
      .selectFrom('profiles')
      .select('license_status')
      .where('user', '=', boris.id)
      .execute();
    assert.deepEqual(
      stored.map((row) => row.license_status),
      ['active'],
    );
  });

  test('API-03 no caller writes another practitioner’s records, or moves a record or a relation to another owner', async () => {
    const foreign = await newClient(boris);
    const clients = anna.pb.collection('clients');
    const missing = await refusalIn(clients.update('aaaaaaaaaaaaaaa', { name: 'Моё' }));
    assert.deepEqual(await refusalIn(clients.update(foreign.id, { name: 'Моё' })), missing);
    assert.deepEqual(await refusalIn(clients.delete(foreign.id)), missing);
    assert.equal(missing['status'], 404);
    const own = await newClient(anna);
    assert.equal((await refusalIn(clients.update(own.id, { user: boris.id })))['status'], 400);
    const toForeignOwner = await refusalIn(newClient(anna, { user: boris.id }));
    assert.deepEqual(await refusalIn(newClient(anna, { user: 'aaaaaaaaaaaaaaa' })), toForeignOwner);
    const session = await newSession(anna);
    const noSuchClient = await refusalIn(newSession(anna, { client: 'aaaaaaaaaaaaaaa' }));
    assert.equal(noSuchClient['data'].client.code, 'validation_missing_rel_records');
    assert.deepEqual(await refusalIn(newSession(anna, { client: foreign.id })), noSuchClient);
    const moved = await refusalIn(anna.pb.collection('sessions').update(session.id, { client: foreign.id }));
    assert.equal(moved['data'].client.code, 'validation_missing_rel_records');
    assert.deepEqual({ ...(await boris.pb.collection('clients').getOne(foreign.id)) }, { ...foreign });
  });

  test('API-03 a guest’s create is a 400 without a field, update and delete are a 404', async () => {
    const guest = sdk(server.url);
    const { id } = await newClient(anna);
    assert.deepEqual(await refusalIn(guest.collection('clients').create(CLIENT)), {
      status: 400,
      message: 'Failed to create record.',
      data: {},
    });
    assert.equal((await refusalIn(guest.collection('clients').update(id, { name: 'x' })))['status'], 404);
    assert.equal((await refusalIn(guest.collection('clients').delete(id)))['status'], 404);
    assert.equal((await refusalIn(anna.pb.collection('profiles').create({})))['status'], 403);
    assert.equal((await refusalIn(anna.pb.collection('blog_posts').delete(id)))['status'], 403);
  });

  test('API-01 what anyone may create is made by the collection’s own rule', async () => {
    const request = { user: anna.id, name: 'Гость', phone: '123456', date: '2026-11-23T09:00:00+03:00' };
    for (const pb of [sdk(server.url), boris.pb]) {
      const booking = await pb.collection('booking').create(request);
      assert.deepEqual(
        [booking['user'], booking['date'], booking['status']],
        [anna.id, '2026-11-23 06:00:00.000Z', 'pending'],
      );
      assert.equal('session' in booking, false);
    }
    assert.equal(
      (
        await refusalIn(
          sdk(server.url)
            .collection('booking')
            .create({ ...request, session: 'x' }),
        )
      )['status'],
      400,
    );
    assert.equal((await boris.pb.collection('booking').getList()).totalItems, 0);
  });

  test('API-01 delete answers 204 and the record is gone', async () => {
    const { id } = await newClient(anna);
    const response = await fetch(`${server.url}/api/collections/clients/records/${id}`, {
      method: 'DELETE',
      headers: { authorization: anna.token, 'content-type': 'application/json' },
    });
    assert.deepEqual([response.status, await response.text()], [204, '']);
    assert.equal((await refusalIn(anna.pb.collection('clients').getOne(id)))['status'], 404);
    assert.equal((await refusalIn(anna.pb.collection('clients').delete(id)))['status'], 404);
  });

  test('API-04 a rule that refuses after the row was written leaves nothing behind, and nothing is told', async () => {
    await told();
    const note = { title: 'refused afterwards', content: 'достаточно длинный', date: '2026-11-21' };
    assert.deepEqual((await refusalIn(anna.pb.collection('blog_posts').create(note)))['data'], {
      title: { code: 'late', message: 'Late.' },
    });
    const rows = await server.data.db.read.selectFrom('blog_posts').selectAll().execute();
    assert.deepEqual([rows, await told()], [[], []]);
    const record = await anna.pb.collection('blog_posts').create({ ...note, title: 'принята' });
    assert.deepEqual(
      (await told()).map(({ collection, action, owner, id }) => [collection, action, owner, id]),
      [['blog_posts', 'create', anna.id, record.id]],
    );
  });

  test('API-05 concurrent updates of different fields both stay', async () => {
    const { id } = await newClient(anna);
    const clients = anna.pb.collection('clients');
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        clients.update(id, at % 2 ? { description: 'описание' } : { source: 'Другое' }),
      ),
    );
    const record = await clients.getOne(id);
    assert.deepEqual([record['description'], record['source']], ['описание', 'Другое']);
  });
});
