import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { refusalOf, onServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const CLIENT = { name: 'Мария', phone: '+7 916 204-18-35' };
const TAKEN = { id: 'validation_not_unique' };

/** A caller that lost the response sends the create again, under the id that it chose. */
onServer((server, engine) => {
  const it = sameOnBoth(engine);
  let told: ReturnType<typeof followRecords>;
  before(async () => {
    told = followRecords(server.context);
  });

  it('API-01 a create that is sent again answers the record that it made, and makes nothing', async () => {
    const { pb, owner } = await server.practitioner();
    const again = async (collection: string, values: object) => {
      const body = { id: newRecordId(), ...values };
      const first = await pb.collection(collection).create(body);
      await told();
      assert.deepEqual({ ...(await pb.collection(collection).create(body)) }, { ...first });
      assert.deepEqual(await told(), []);
      assert.equal((await pb.collection(collection).getFullList()).length, 1, collection);
      return first;
    };
    const client = await again('clients', {
      ...CLIENT,
      name: ' Мария ',
      user: owner,
      registration_date: '',
      source: '',
    });
    const session = { client: client.id, date: '2026-11-23T06:00:00Z', duration: 90, description: ' О сне ' };
    await again('sessions', session);
    await again('blog_posts', { title: 'Запись', content: 'достаточно длинный текст', date: '2026-11-21' });
    const breaks = [{ start: '13:00', end: '14:00' }];
    await again('availability_settings', { day_of_week: 1, is_available: true, breaks });
  });

  test('API-01 eight creates under one id at once make one record, and each is told of it', async () => {
    const { pb } = await server.practitioner();
    const client = await pb.collection('clients').create(CLIENT);
    const body = { id: newRecordId(), client: client.id, date: '2026-11-23T06:00:00Z' };
    const made = await Promise.all(Array.from({ length: 8 }, () => pb.collection('sessions').create(body)));
    assert.deepEqual(new Set(made.map(({ id }) => id)), new Set([body.id]));
    assert.equal((await pb.collection('sessions').getFullList()).length, 1);
  });

  test('API-04 an id that is taken stays taken for other values and for others', async () => {
    const { pb } = await server.practitioner();
    const clients = pb.collection('clients');
    const body = { ...CLIENT, id: newRecordId() };
    await clients.create(body);
    for (const other of [{ phone: '+7 916 000-00-01' }, { handmade: true }, { description: 'Тревога' }]) {
      const refusal = await refusalOf(clients.create({ ...body, ...other }));
      assert.equal(refusal.status, 400);
      assert.ok('id' in refusal.codes || 'name' in refusal.codes);
    }
    const { pb: neighbour } = await server.practitioner();
    assert.deepEqual((await refusalOf(neighbour.collection('clients').create(body))).codes, TAKEN);
    const session = { id: newRecordId(), client: body.id, date: '2026-11-23T06:00:00Z' };
    const sessions = pb.collection('sessions');
    await sessions.create(session);
    for (const other of [{ date: '2026-11-23T09:00:00Z' }, { duration: 90 }, { news: 'Иначе' }]) {
      assert.deepEqual((await refusalOf(sessions.create({ ...session, ...other }))).codes, TAKEN);
    }
    assert.equal((await sessions.getOne(session.id))['duration'], 60);
  });
});
