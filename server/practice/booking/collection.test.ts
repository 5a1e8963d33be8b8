import assert from 'node:assert/strict';
import { test } from 'node:test';
import type PocketBase from 'pocketbase';
import { refusalOf, settle, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const NINE = '2026-11-23T06:00:00.000Z';

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const openPractice = async (): Promise<TestPractitioner> => {
    const practitioner = await server.practitioner();
    await addWorkingWeek(server.context.db, practitioner.owner);
    return practitioner;
  };
  const create = (user: string, values: Record<string, unknown> = {}, pb: PocketBase = server.visitor()) =>
    pb.collection('booking').create({ user, name: 'Мария', phone: '112233', date: NINE, status: 'pending', ...values });

  test('PUBLIC-03 a visitor creates a booking by the collection call of the specification', async () => {
    const { owner, pb } = await openPractice();
    const stored = await create(owner, { message: 'Можно онлайн?', time_zone: 'Asia/Omsk' });
    assert.deepEqual(
      ['user', 'date', 'status', 'message'].map((field) => stored[field]),
      [owner, '2026-11-23 06:00:00.000Z', 'pending', 'Можно онлайн?'],
    );
    assert.ok(!('session' in stored));
    assert.equal((await pb.collection('booking').getOne(stored.id))['time_zone'], 'Asia/Omsk');
  });

  test('PUBLIC-03 a visitor reads, changes and deletes no booking', async () => {
    const { owner } = await openPractice();
    const { id } = await create(owner);
    const bookings = server.visitor().collection('booking');
    assert.equal((await bookings.getList(1, 30, { filter: `user = '${owner}'` })).totalItems, 0);
    const { refusals } = await settle([
      bookings.getOne(id),
      bookings.update(id, { status: 'cancelled' }),
      bookings.delete(id),
    ]);
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [404, 404, 404],
    );
  });

  it('PUBLIC-03 no caller creates a booking that is decided already, has no practitioner or no free time', async () => {
    const { owner } = await openPractice();
    const codesOf = async (user: string, values: Record<string, unknown> = {}) => {
      const { status, codes } = await refusalOf(create(user, values));
      assert.equal(status, 400);
      return codes;
    };
    assert.deepEqual(await codesOf(owner, { status: 'confirmed' }), { status: 'validation_invalid_value' });
    assert.deepEqual(await codesOf('', {}), { user: 'validation_required' });
    assert.deepEqual(await codesOf('a'.repeat(15)), { user: 'validation_missing_rel_records' });
    assert.deepEqual(await codesOf(owner, { date: '2026-11-23T06:10:00Z' }), { date: 'slot_taken' });
    assert.deepEqual(await codesOf(owner, { date: '2026-11-23' }), { date: 'slot_taken' });
    assert.deepEqual(await codesOf(owner, { name: ' ' }), { name: 'validation_required' });
    assert.deepEqual((await create(owner, { session: 'a'.repeat(15), created: '2020-01-01' }))['status'], 'pending');
  });

  test('PUBLIC-04 the collection call and the page’s own call never give one time twice', async () => {
    const { owner, bookingHash } = await openPractice();
    const body = { name: 'Мария', phone: '112233', start: NINE };
    const { passed } = await settle([
      create(owner),
      create(owner),
      server.visitor().send(`/api/booking-page/${bookingHash}`, { method: 'POST', body }),
      server.visitor().send(`/api/booking-page/${bookingHash}`, { method: 'POST', body }),
    ]);
    assert.equal(passed, 1);
  });

  it('PUBLIC-04 a batch is refused what a single call is, and makes room for a request of one’s own', async () => {
    const { owner, pb } = await openPractice();
    const { id } = await create(owner);
    const request = { user: owner, name: 'Олег', phone: '445566', date: NINE };
    const inBatch = (client: PocketBase, frees = false) => {
      const batch = client.createBatch();
      if (frees) batch.collection('booking').delete(id);
      batch.collection('booking').create(request);
      return batch.send();
    };
    for (const caller of [server.visitor(), pb]) {
      const { data } = (await inBatch(caller).catch((error: unknown) => error)) as { data: Record<string, unknown> };
      assert.match(JSON.stringify(data), /"date":\{"code":"slot_taken"/);
      assert.deepEqual((await refusalOf(caller.collection('booking').create(request))).codes, { date: 'slot_taken' });
    }
    assert.equal((await inBatch(pb, true)).length, 2);
  });

  test('PUBLIC-06 the collection call counts for its address too', async () => {
    const { owner } = await openPractice();
    const flooder = server.visitor();
    for (let attempt = 0; attempt < 8; attempt += 1) await refusalOf(create(owner, { name: '' }, flooder));
    assert.equal((await refusalOf(create(owner, {}, flooder))).status, 429);
  });

  test('BOOK-02 setting the status to confirmed runs the approval', async () => {
    const { owner, pb } = await openPractice();
    const { id } = await create(owner);
    assert.equal((await pb.collection('booking').update(id, { status: 'confirmed' }))['status'], 'confirmed');
    const [session] = await pb.collection('sessions').getFullList({ expand: 'client' });
    assert.deepEqual([session?.['duration'], session?.expand?.['client']['name']], [60, 'Мария']);
    await pb.collection('booking').update(id, { status: 'confirmed' });
    assert.equal((await pb.collection('sessions').getFullList()).length, 1);
    for (const status of ['pending', 'cancelled']) {
      assert.deepEqual(Object.keys((await refusalOf(pb.collection('booking').update(id, { status }))).codes), [
        'status',
      ]);
    }
  });

  test('BOOK-03 setting the status to confirmed over a session asks as a record does', async () => {
    const { owner, pb } = await openPractice();
    const { id } = await create(owner);
    const client = await pb.collection('clients').create({ name: 'Алёна', phone: '445566' });
    await pb.collection('sessions').create({ client: client.id, date: NINE, allowOverlap: true });
    const bookings = pb.collection('booking');
    const refusal = await refusalOf(bookings.update(id, { status: 'confirmed' }));
    assert.deepEqual([refusal.status, refusal.codes], [400, { date: 'slot_taken' }]);
    assert.equal((await bookings.update(id, { status: 'confirmed', allowOverlap: true }))['status'], 'confirmed');
  });

  it('PUBLIC-04 a rejected request becomes pending again only while its time is free', async () => {
    const { owner, pb } = await openPractice();
    const bookings = pb.collection('booking');
    const { id } = await create(owner);
    await bookings.update(id, { status: 'cancelled' });
    await bookings.update(id, { status: 'pending' });
    assert.equal((await refusalOf(create(owner))).codes['date'], 'slot_taken');
    await bookings.update(id, { status: 'cancelled' });
    const other = await create(owner, { date: '2026-11-23T06:30:00Z' });
    const refusal = await refusalOf(bookings.update(id, { status: 'pending' }));
    assert.deepEqual([refusal.status, refusal.codes], [400, { date: 'slot_taken' }]);
    assert.deepEqual(Object.keys((await refusalOf(bookings.update(id, { status: 'confirmed' }))).codes), ['status']);
    await bookings.delete(other.id);
    assert.equal((await bookings.update(id, { status: 'pending' }))['status'], 'pending');
  });

  test('BOOK-05 what the visitor wrote stays as it was written', async () => {
    const { owner, pb } = await openPractice();
    const { id } = await create(owner, { message: 'Здравствуйте' });
    for (const values of [{ message: '' }, { name: 'Олег' }, { phone: '1' }, { date: '2026-11-23T08:00:00Z' }]) {
      const refusal = await refusalOf(pb.collection('booking').update(id, values));
      assert.deepEqual([refusal.status, Object.keys(refusal.codes)], [400, Object.keys(values)]);
    }
    assert.equal((await pb.collection('booking').update(id, {}))['message'], 'Здравствуйте');
  });

  it('BOOK-01 deleting a pending request frees its time, deleting a confirmed one leaves its session', async () => {
    const { owner, pb } = await openPractice();
    const first = await create(owner);
    await pb.collection('booking').delete(first.id);
    const second = await create(owner);
    await pb.collection('booking').update(second.id, { status: 'confirmed' });
    await pb.collection('booking').delete(second.id);
    assert.equal((await pb.collection('sessions').getFullList()).length, 1);
    assert.equal((await refusalOf(create(owner))).codes['date'], 'slot_taken');
  });
});
