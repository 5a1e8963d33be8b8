import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordModel } from 'pocketbase';
import { CLIENT_LIMIT_TEXT } from '#domain/clients/client-limit.ts';
import { holdRequestTime } from '#server/practice/booking/request-visit.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import { addBooking } from '#proofs/support/rows.ts';
import { refusalOf, settle, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

interface Approval {
  booking: RecordModel;
  session: RecordModel | null;
  client: RecordModel | null;
}

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  /** A pending request for Monday 09:00 in Moscow, which holds its time. */
  const request = async ({ owner }: TestPractitioner, values?: Partial<NewRow<'booking'>>): Promise<string> => {
    const { db } = server.context;
    const row = await addBooking(db, owner, values);
    await db.write((write) => holdRequestTime(write, row));
    return row.id;
  };
  const approve = ({ pb }: Pick<TestPractitioner, 'pb'>, id: string, body = {}): Promise<Approval> =>
    pb.send(`/api/booking/${id}/approve`, { method: 'POST', body });
  const reject = ({ pb }: Pick<TestPractitioner, 'pb'>, id: string): Promise<RecordModel> =>
    pb.send(`/api/booking/${id}/reject`, { method: 'POST' });
  const all = ({ pb }: TestPractitioner, collection: string) => pb.collection(collection).getFullList();
  const held = async ({ owner }: TestPractitioner) =>
    server.context.db.read.selectFrom('held_time').select(['source', 'deliberate']).where('user', '=', owner).execute();

  test('BOOK-02 approval makes a client, a session and a confirmed request', async () => {
    const practitioner = await server.practitioner();
    const id = await request(practitioner);
    const { booking, session, client } = await approve(practitioner, id);
    assert.equal(booking['status'], 'confirmed');
    assert.ok(session && client);
    assert.deepEqual(
      ['name', 'phone', 'description', 'source', 'handmade', 'registration_date'].map((field) => client[field]),
      ['Олег Смирнов', '+7 916 000-00-01', 'Клиент из онлайн-записи', 'Сайт', false, '2026-11-21 09:00:00.000Z'],
    );
    assert.deepEqual(
      ['client', 'date', 'duration', 'description', 'status'].map((field) => session[field]),
      [client.id, '2026-11-23 06:00:00.000Z', 60, 'Сессия создана из онлайн-записи', 'scheduled'],
    );
    assert.deepEqual(await held(practitioner), [{ source: 'session', deliberate: 0 }]);
    assert.deepEqual(
      [(await all(practitioner, 'clients')).length, (await all(practitioner, 'sessions')).length],
      [1, 1],
    );
  });

  test('BOOK-02 a client whose name or phone is shorter than one may type is edited all the same', async () => {
    const practitioner = await server.practitioner();
    const { client } = await approve(practitioner, await request(practitioner, { name: 'Я', phone: '112' }));
    assert.ok(client);
    const clients = practitioner.pb.collection('clients');
    const change = (values: object) => clients.update(client.id, values);
    const noted = await change({ name: 'Я', phone: '112', description: '  Перезвонить  ' });
    assert.deepEqual([noted['name'], noted['phone'], noted['description']], ['Я', '112', 'Перезвонить']);
    const tooShort = 'validation_min_text_constraint';
    assert.deepEqual((await refusalOf(change({ name: 'Ю', phone: '112' }))).codes, { name: tooShort });
    assert.deepEqual((await refusalOf(change({ name: 'Юля', phone: '113' }))).codes, { phone: tooShort });
    assert.deepEqual((await refusalOf(change({ name: '' }))).codes, { name: 'validation_required' });
    assert.equal((await change({ name: ' Яна ' }))['name'], 'Яна');
  });

  test('BOOK-02 name without case and phone by its digits find the existing client', async () => {
    const practitioner = await server.practitioner();
    const existing = await practitioner.pb
      .collection('clients')
      .create({ name: 'ОЛЕГ смирнов', phone: '8 (916) 000-00-01' });
    const { client } = await approve(practitioner, await request(practitioner));
    assert.deepEqual([client?.id, client?.['name']], [existing.id, 'ОЛЕГ смирнов']);
  });

  test('BOOK-02 any number that the client and the request both have finds the existing client', async () => {
    const practitioner = await server.practitioner();
    const existing = await practitioner.pb
      .collection('clients')
      .create({ name: 'Олег Смирнов', phone: '8 495 204-18-36 доб. 12, моб. 8 (916) 000-00-01' });
    await practitioner.pb.collection('clients').create({ name: 'Олег Смирнов', phone: '8 925 000-00-01' });
    const phone = '+7 916 000\u201100\u201101 (звонить после 18)';
    const { client } = await approve(practitioner, await request(practitioner, { phone }));
    assert.equal(client?.id, existing.id);
  });

  test('CLIENT-11 approving a request that matches an archived client brings that client back, or nothing', async () => {
    const practitioner = await server.practitioner();
    const clients = practitioner.pb.collection('clients');
    const { id } = await clients.create({ name: 'Олег Смирнов', phone: '8 (916) 000-00-01', archived: true });
    const taken = { client: id, date: '2026-11-23 06:00:00.000Z', duration: 60, status: 'scheduled' };
    const [first, second] = [
      await request(practitioner),
      await request(practitioner, { date: '2026-11-24 06:00:00.000Z' }),
    ];
    await server.context.db.write(({ trx }) => trx.deleteFrom('held_time').where('source_id', '=', first).execute());
    await practitioner.pb.collection('sessions').create(taken);
    assert.equal((await refusalOf(approve(practitioner, first))).status, 409);
    assert.equal((await clients.getOne(id))['archived'], true);
    const { client } = await approve(practitioner, second);
    assert.deepEqual([client?.id, client?.['archived']], [id, false]);
  });

  test('BOOK-02 another phone or name is another client', async () => {
    const practitioner = await server.practitioner();
    await practitioner.pb.collection('clients').create({ name: 'Олег Смирнов', phone: '+7 916 000-00-02' });
    await approve(practitioner, await request(practitioner));
    assert.equal((await all(practitioner, 'clients')).length, 2);
  });

  test('BOOK-02 a neighbour’s client is no client here', async () => {
    const neighbour = await server.practitioner();
    await neighbour.pb.collection('clients').create({ name: 'Олег Смирнов', phone: '+7 916 000-00-01' });
    const practitioner = await server.practitioner();
    await approve(practitioner, await request(practitioner));
    assert.equal((await all(practitioner, 'clients')).length, 1);
    assert.equal((await all(neighbour, 'sessions')).length, 0);
  });

  test('BOOK-02 approving again answers the same and makes nothing', async () => {
    const practitioner = await server.practitioner();
    const id = await request(practitioner);
    assert.deepEqual(await approve(practitioner, id), await approve(practitioner, id));
    assert.equal((await all(practitioner, 'sessions')).length, 1);
    const [session] = await all(practitioner, 'sessions');
    await practitioner.pb.collection('sessions').delete(session?.id ?? '');
    const { booking, session: none, client } = await approve(practitioner, id);
    assert.deepEqual([booking['status'], none, client?.['id']], ['confirmed', null, booking['client']]);
    assert.equal((await all(practitioner, 'sessions')).length, 0);
  });

  test('BOOK-02 two requests of one person approved at once make one client', async () => {
    const practitioner = await server.practitioner();
    const ids = [
      await request(practitioner),
      await request(practitioner, { date: '2026-11-23 08:00:00.000Z', phone: '89160000001' }),
    ];
    await Promise.all(ids.map((id) => approve(practitioner, id)));
    assert.deepEqual(
      [(await all(practitioner, 'clients')).length, (await all(practitioner, 'sessions')).length],
      [1, 2],
    );
  });

  test('BOOK-02 approval and rejection at once: one of them, and time is held only for a session', async () => {
    for (let round = 0; round < 4; round += 1) {
      const practitioner = await server.practitioner();
      const id = await request(practitioner);
      await settle([approve(practitioner, id), reject(practitioner, id)]);
      const { status } = await practitioner.pb.collection('booking').getOne(id);
      const sessions = await all(practitioner, 'sessions');
      assert.deepEqual(
        { status, sessions: sessions.length, held: (await held(practitioner)).length },
        status === 'confirmed' ? { status, sessions: 1, held: 1 } : { status: 'cancelled', sessions: 0, held: 0 },
      );
    }
  });

  it('BOOK-03 CLIENT-08 at the limit approval fails with its text and the request stays pending', async () => {
    const practitioner = await server.practitioner();
    for (const index of [1, 2, 3]) {
      await practitioner.pb.collection('clients').create({ name: `Клиент ${index}`, phone: `11223${index}` });
    }
    const id = await request(practitioner);
    assert.deepEqual(await refusalOf(approve(practitioner, id)), {
      status: 400,
      message: CLIENT_LIMIT_TEXT,
      codes: { user: 'client_limit' },
    });
    assert.equal((await practitioner.pb.collection('booking').getOne(id))['status'], 'pending');
    assert.deepEqual(await held(practitioner), [{ source: 'booking', deliberate: 0 }]);
    assert.equal((await all(practitioner, 'sessions')).length, 0);
  });

  test('BOOK-03 CLIENT-08 eight requests of eight people approved at once make three clients', async () => {
    const practitioner = await server.practitioner();
    const ids = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((hour) =>
        request(practitioner, { name: `Гость ${hour}`, date: `2026-11-23 0${hour}:00:00.000Z` }),
      ),
    );
    const { passed } = await settle(ids.map((id) => approve(practitioner, id)));
    assert.equal(passed, 3);
    assert.deepEqual(
      [(await all(practitioner, 'clients')).length, (await all(practitioner, 'sessions')).length],
      [3, 3],
    );
  });

  test('BOOK-03 where the time is taken meanwhile the practitioner is told and decides', async () => {
    const practitioner = await server.practitioner();
    const id = await request(practitioner);
    const client = await practitioner.pb.collection('clients').create({ name: 'Алёна', phone: '112233' });
    await practitioner.pb
      .collection('sessions')
      .create({ client: client.id, date: '2026-11-23 06:30:00Z', allowOverlap: true });
    const refusal = await refusalOf(approve(practitioner, id));
    assert.deepEqual([refusal.status, refusal.codes], [409, { date: 'slot_taken' }]);
    assert.equal((await practitioner.pb.collection('booking').getOne(id))['status'], 'pending');
    assert.equal((await all(practitioner, 'clients')).length, 1);
    const { booking } = await approve(practitioner, id, { allowOverlap: true });
    assert.equal(booking['status'], 'confirmed');
    assert.deepEqual(
      (await held(practitioner)).map(({ deliberate }) => deliberate),
      [1, 1],
    );
  });

  test('BOOK-02 rejection frees the time, is answered the same when sent again, and bars approval', async () => {
    const practitioner = await server.practitioner();
    const id = await request(practitioner);
    assert.equal((await reject(practitioner, id))['status'], 'cancelled');
    assert.equal((await reject(practitioner, id))['status'], 'cancelled');
    assert.deepEqual(await held(practitioner), []);
    assert.deepEqual(
      [await refusalOf(approve(practitioner, id))].map(({ status, codes }) => [status, Object.keys(codes)]),
      [[409, ['status']]],
    );
  });

  test('BOOK-02 a confirmed request is not rejected', async () => {
    const practitioner = await server.practitioner();
    const id = await request(practitioner);
    await approve(practitioner, id);
    assert.equal((await refusalOf(reject(practitioner, id))).status, 409);
    assert.equal((await all(practitioner, 'sessions')).length, 1);
  });

  test('API-03 guests and neighbours answer no requests', async () => {
    const practitioner = await server.practitioner();
    const id = await request(practitioner);
    const guest = { pb: server.visitor() };
    const neighbour = await server.practitioner();
    for (const call of [approve, reject]) {
      assert.equal((await refusalOf(call(guest, id))).status, 401);
      for (const foreign of [id, 'a'.repeat(15), 'short', '%00']) {
        assert.equal((await refusalOf(call(neighbour, foreign))).status, 404, foreign);
      }
    }
    assert.equal((await practitioner.pb.collection('booking').getOne(id))['status'], 'pending');
  });

  test('API-04 allowOverlap is true or false', async () => {
    const practitioner = await server.practitioner();
    const refusal = await refusalOf(approve(practitioner, await request(practitioner), { allowOverlap: 'yes' }));
    assert.deepEqual([refusal.status, Object.keys(refusal.codes)], [400, ['allowOverlap']]);
  });
});
