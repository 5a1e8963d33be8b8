import assert from 'node:assert/strict';
import { test } from 'node:test';
import type PocketBase from 'pocketbase';
import type { BookingPage, BookingReceipt, DaySlots, FreeSlots } from '#domain/booking/booking.ts';
import { freeDays } from '#server/practice/booking/free-days.ts';
import { findProfileByHash } from '#server/practice/booking/read-booking-page.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { addBooking } from '#proofs/support/rows.ts';
import { refusalOf, settle, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const MONDAY = '2026-11-23';
const NINE = '2026-11-23T06:00:00Z';
const MARIA = { name: ' Мария Ким ', phone: ' +7 999 123-45-67 ', message: ' Можно онлайн? ', timeZone: 'Asia/Omsk' };

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const openPractice = async (profile?: Partial<NewRow<'profiles'>>): Promise<TestPractitioner> => {
    const practitioner = await server.practitioner(profile);
    await addWorkingWeek(server.context.db, practitioner.owner);
    return practitioner;
  };
  const page = (hash: string, visitor = server.visitor()): Promise<BookingPage> =>
    visitor.send(`/api/booking-page/${hash}`, {});
  const slots = (hash: string, query: Record<string, unknown>, visitor = server.visitor()): Promise<FreeSlots> =>
    visitor.send(`/api/booking-page/${hash}/slots`, { query });
  const times = async (hash: string, date = MONDAY): Promise<string[]> => {
    const { days } = await slots(hash, { from: date, to: date });
    return days.flatMap((day) => day.slots.map((slot) => slot.time));
  };
  const send = (hash: string, body: Record<string, unknown>, visitor?: PocketBase): Promise<BookingReceipt> =>
    (visitor ?? server.visitor()).send(`/api/booking-page/${hash}`, { method: 'POST', body });
  const ask = (hash: string, start = NINE, visitor?: PocketBase): Promise<BookingReceipt> =>
    send(hash, { ...MARIA, start }, visitor);

  test('PUBLIC-03 a visitor learns the name and the zone of the practitioner and nothing else', async () => {
    const { bookingHash } = await openPractice({ name: 'Анна Белова' });
    assert.deepEqual(await page(bookingHash), { name: 'Анна Белова', timeZone: 'Europe/Moscow', consent: null });
  });

  test('PUBLIC-03 an unknown link is a 404 on every call', async () => {
    for (const hash of ['unknown', '%00', 'a'.repeat(200)]) {
      const { refusals } = await settle([page(hash), slots(hash, { from: MONDAY, to: MONDAY }), ask(hash)]);
      assert.deepEqual(
        refusals.map(({ status }) => status),
        [404, 404, 404],
      );
    }
  });

  test('PUBLIC-02 each day has the half hours of its weekday, in the practitioner’s time', async () => {
    const { bookingHash } = await openPractice();
    const { timeZone, days } = await slots(bookingHash, { from: MONDAY, to: '2026-11-29' });
    assert.equal(timeZone, 'Europe/Moscow');
    assert.deepEqual(
      days.map((day) => day.slots.length),
      [18, 18, 18, 18, 18, 0, 0],
    );
    assert.deepEqual(days[0]?.slots.at(0), { start: NINE, time: '09:00' });
    assert.deepEqual(days[0]?.slots.at(-1), { start: '2026-11-23T14:30:00Z', time: '17:30' });
  });

  test('PUBLIC-02 sessions and pending requests take their time away, cancelled ones give it back', async () => {
    const { bookingHash, pb } = await openPractice();
    const client = await pb.collection('clients').create({ name: 'Алёна', phone: '112233' });
    const session = await pb
      .collection('sessions')
      .create({ client: client.id, date: `${MONDAY} 07:15:00Z`, duration: 15 });
    const { id } = await ask(bookingHash);
    assert.deepEqual((await times(bookingHash)).slice(0, 2), ['10:30', '11:00']);
    await pb.collection('sessions').update(session.id, { status: 'canceled' });
    assert.deepEqual((await times(bookingHash)).slice(0, 2), ['10:00', '10:30']);
    await pb.send(`/api/booking/${id}/reject`, { method: 'POST' });
    assert.deepEqual((await times(bookingHash)).slice(0, 2), ['09:00', '09:30']);
  });

  test('PUBLIC-02 the practitioner’s rules for visitors hold', async () => {
    const { bookingHash } = await openPractice({
      min_notice_minutes: 48 * 60,
      max_days_ahead: 10,
      days_off: JSON.stringify([{ from: '2026-11-25', to: '2026-11-26' }]),
    });
    const { days } = await slots(bookingHash, { from: MONDAY, to: '2026-12-02' });
    const open = days.filter((day: DaySlots) => day.slots.length > 0).map((day) => [day.date, day.slots[0]?.time]);
    assert.deepEqual(open, [
      ['2026-11-23', '12:00'],
      ['2026-11-24', '09:00'],
      ['2026-11-27', '09:00'],
      ['2026-11-30', '09:00'],
      ['2026-12-01', '09:00'],
    ]);
  });

  test('PUBLIC-02 a buffer also keeps away from what ends before the first day that is asked for', async () => {
    const { bookingHash, pb, owner } = await server.practitioner({ buffer_minutes: 120 });
    await addWorkingWeek(server.context.db, owner, { start_time: '00:00', end_time: '04:00', is_available: 1 });
    const client = await pb.collection('clients').create({ name: 'Алёна', phone: '112233' });
    await pb.collection('sessions').create({ client: client.id, date: '2026-11-22 20:00:00Z' });
    assert.deepEqual(await times(bookingHash), ['02:00', '02:30', '03:00', '03:30']);
  });

  test('PUBLIC-02 a buffer also keeps away from what begins after the last day that is asked for', async () => {
    const { bookingHash, pb, owner } = await server.practitioner({ buffer_minutes: 90 });
    await addWorkingWeek(server.context.db, owner, { start_time: '20:00', end_time: '23:45', is_available: 1 });
    const client = await pb.collection('clients').create({ name: 'Алёна', phone: '112233' });
    // 00:45 on Tuesday.
    await pb.collection('sessions').create({ client: client.id, date: `${MONDAY} 21:45:00Z` });
    assert.deepEqual(await times(bookingHash), ['20:00', '20:30', '21:00', '21:30', '22:00']);
    const refused = await refusalOf(ask(bookingHash, '2026-11-23T19:30:00Z'));
    assert.deepEqual([refused.status, refused.codes], [409, { start: 'slot_taken' }]);
    await ask(bookingHash, '2026-11-23T19:00:00Z');
  });

  test('PUBLIC-02 the last day is counted from today of the practitioner’s zone', async () => {
    const { bookingHash } = await openPractice({ time_zone: 'Pacific/Kiritimati', max_days_ahead: 3 });
    // Noon of Saturday in Moscow is 23:00 in Kiritimati; an hour and a half later it is Sunday there alone.
    const noon = server.clock.now;
    const lastDay = async () => {
      const { days } = await slots(bookingHash, { from: MONDAY, to: '2026-11-27' });
      return days.findLast((day) => day.slots.length > 0)?.date;
    };
    assert.equal(await lastDay(), '2026-11-24');
    server.clock.now = noon.add({ minutes: 90 });
    assert.equal(await lastDay(), '2026-11-25');
    server.clock.now = noon;
  });

  test('PUBLIC-02 days that are none, upside down or too many are refused', async () => {
    const { bookingHash } = await openPractice();
    const fieldsOf = async (query: Record<string, unknown>) => {
      const { status, codes } = await refusalOf(slots(bookingHash, query));
      return [status, ...Object.keys(codes)];
    };
    assert.deepEqual(await fieldsOf({}), [400, 'from', 'to']);
    assert.deepEqual(await fieldsOf({ from: '2026-02-30', to: '2026-03-01' }), [400, 'from']);
    assert.deepEqual(await fieldsOf({ from: MONDAY, to: '2026-11-22' }), [400, 'to']);
    assert.deepEqual(await fieldsOf({ from: '2026-12-01', to: '2027-02-01' }), [400, 'to']);
    assert.equal((await slots(bookingHash, { from: '2026-12-01', to: '2027-01-31' })).days.length, 62);
  });

  test('PUBLIC-02 PUBLIC-06 a month costs as many queries as a day, and one computation however many ask at once', async () => {
    const { bookingHash } = await openPractice();
    const profile = await findProfileByHash(server.context.db.read, bookingHash);
    assert.ok(profile);
    const queriesOf = async (to: string) => {
      let queries = 0;
      const reader = server.context.db.read.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => ((queries += 1), result),
      });
      const range = { from: Temporal.PlainDate.from(MONDAY), to: Temporal.PlainDate.from(to) };
      await freeDays(reader, profile, range, server.clock.now);
      return queries;
    };
    assert.equal(await queriesOf('2026-12-23'), await queriesOf(MONDAY));
    assert.equal(await queriesOf('2026-12-23'), 2);
    const { read } = server.context.db;
    // A rule that no practice before had: nothing of it is cached.
    const rare = { ...profile, buffer_minutes: server.context.db.engine === 'sqlite' ? 7 : 8 };
    const range = { from: Temporal.PlainDate.from(MONDAY), to: Temporal.PlainDate.from('2026-12-23') };
    const [first = [], ...others] = await Promise.all(
      Array.from({ length: 5 }, () => freeDays(read, rare, range, server.clock.now)),
    );
    assert.ok(first.some(({ slots: free }) => free.length > 0));
    // Days computed twice would be equal, and not the same.
    for (const days of others) assert.ok(days.every((day, at) => day.slots.length === 0 || day === first[at]));
  });

  test('VISIT-04 a visitor without an e-mail withdraws the request by the link of the answer', async () => {
    const { bookingHash, pb } = await openPractice();
    const { id, visit: token } = await ask(bookingHash);
    const visitor = server.visitor();
    const call = (path: string, body: object) => visitor.send(path, { method: 'POST', body: { token, ...body } });
    assert.equal((await call('/api/visit', {})).kind, 'booking');
    const repeated = await send(bookingHash, { ...MARIA, start: NINE, id });
    assert.notEqual(repeated.visit, '', 'the answer can have been lost');
    await call('/api/visit/cancel', { seen: NINE });
    assert.equal((await pb.collection('booking').getOne(id))['status'], 'cancelled');
    assert.equal((await send(bookingHash, { ...MARIA, start: NINE, id })).visit, '');
    const lettered = { ...MARIA, start: '2026-11-24T06:00:00Z', email: 'maria@example.org' };
    assert.equal((await send(bookingHash, lettered)).visit, '', 'its link comes by letter');
  });

  test('PUBLIC-05 a request is stored trimmed, with its message and the visitor’s zone, and queues a letter', async () => {
    const { bookingHash, pb } = await openPractice();
    const receipt = await ask(bookingHash);
    assert.deepEqual(receipt, { id: receipt.id, start: NINE, status: 'pending', visit: receipt.visit });
    const request = await pb.collection('booking').getOne(receipt.id);
    assert.deepEqual(
      ['name', 'phone', 'message', 'time_zone', 'date', 'status'].map((field) => request[field]),
      ['Мария Ким', '+7 999 123-45-67', 'Можно онлайн?', 'Asia/Omsk', '2026-11-23 06:00:00.000Z', 'pending'],
    );
    const letters = await server.context.db.read
      .selectFrom('outbox')
      .select(['kind', 'ids'])
      .where('dedupe_key', '=', `booking-received:${receipt.id}`)
      .execute();
    assert.deepEqual(letters, [{ kind: 'booking-received', ids: JSON.stringify({ booking: receipt.id }) }]);
  });

  test('PUBLIC-05 message and zone may be left out', async () => {
    const { bookingHash, pb } = await openPractice();
    const { id } = await send(bookingHash, { start: NINE, name: 'Мария', phone: '112233' });
    const request = await pb.collection('booking').getOne(id);
    assert.deepEqual([request['message'], request['time_zone']], ['', '']);
  });

  test('PUBLIC-05 what is missing, too long or of a wrong type is refused under the names that were sent', async () => {
    const { bookingHash } = await openPractice();
    const codesOf = async (body: Record<string, unknown>) =>
      (await refusalOf(send(bookingHash, { ...MARIA, start: NINE, ...body }))).codes;
    assert.deepEqual(await codesOf({ name: ' ', phone: '' }), {
      name: 'validation_required',
      phone: 'validation_required',
    });
    assert.deepEqual(await codesOf({ start: undefined }), { start: 'validation_required' });
    assert.deepEqual(await codesOf({ start: 'завтра' }), { start: 'validation_invalid_value' });
    assert.deepEqual(await codesOf({ message: 'о'.repeat(2001) }), { message: 'validation_max_text_constraint' });
    assert.deepEqual(await codesOf({ name: { first: 'Мария' } }), { name: 'validation_invalid_value' });
    assert.deepEqual(await codesOf({ name: 'Мария\0' }), { name: 'validation_invalid_format' });
    assert.deepEqual(await codesOf({ timeZone: 'Europe/Atlantis' }), { timeZone: 'validation_invalid_value' });
    assert.equal((await times(bookingHash)).length, 18);
  });

  test('PUBLIC-05 a program that fills in the field that people do not see is refused', async () => {
    const { bookingHash } = await openPractice();
    const refusal = await refusalOf(send(bookingHash, { ...MARIA, start: NINE, b7: 'https://example.com' }));
    assert.deepEqual([refusal.status, Object.keys(refusal.codes)], [400, ['b7']]);
    await send(bookingHash, { ...MARIA, start: NINE, b7: '' });
  });

  it('PUBLIC-04 a time that is not offered is a 409, whatever the reason', async () => {
    const { bookingHash } = await openPractice();
    await ask(bookingHash);
    for (const start of [
      NINE,
      '2026-11-23T06:30:00Z',
      '2026-11-23T07:10:00Z',
      '2026-11-23T07:00:00.001Z',
      '2026-11-23T15:00:00Z',
      '2026-11-22T07:00:00Z',
      '2026-11-20T07:00:00Z',
      '2027-06-07T07:00:00Z',
      '9999-12-31T23:00:00Z',
      '0001-01-01T00:00:00Z',
    ]) {
      const refusal = await refusalOf(ask(bookingHash, start));
      assert.deepEqual([refusal.status, refusal.codes], [409, { start: 'slot_taken' }], start);
    }
  });

  test('PUBLIC-04 visitors and the practitioner never get overlapping times', async () => {
    const { bookingHash, pb } = await openPractice();
    const client = await pb.collection('clients').create({ name: 'Алёна', phone: '112233' });
    const { passed } = await settle([
      ask(bookingHash, '2026-11-23T06:00:00Z'),
      ask(bookingHash, '2026-11-23T06:30:00Z'),
      pb.collection('sessions').create({ client: client.id, date: `${MONDAY} 06:15:00Z` }),
      pb.collection('sessions').create({ client: client.id, date: `${MONDAY} 06:45:00Z` }),
    ]);
    assert.equal(passed, 1);
  });

  test('PUBLIC-05 a request that is sent again under its id is stored once and answered the same', async () => {
    const { bookingHash, pb } = await openPractice();
    const visitor = server.visitor();
    const body = { ...MARIA, start: NINE, id: 'visitorchosenid' };
    const [first, second] = [await send(bookingHash, body, visitor), await send(bookingHash, body, visitor)];
    // Each answer brings a link of its own: the first may never have come.
    assert.deepEqual(second, { ...first, visit: second.visit });
    assert.equal((await pb.collection('booking').getFullList()).length, 1);
    const another = await refusalOf(send(bookingHash, { ...body, name: 'Олег' }, visitor));
    assert.deepEqual([another.status, another.codes], [409, { start: 'slot_taken' }]);
    const otherPhone = await refusalOf(send(bookingHash, { ...body, phone: '+7 999 765-43-21' }, visitor));
    assert.deepEqual([otherPhone.status, otherPhone.codes], [409, { start: 'slot_taken' }]);
    const elsewhere = await refusalOf(send(bookingHash, { ...body, start: '2026-11-23T08:00:00Z' }, visitor));
    assert.deepEqual([elsewhere.status, elsewhere.codes], [400, { id: 'validation_not_unique' }]);
  });

  test('PUBLIC-05 a request sent again says what became of it, and another message replaces the first while it waits', async () => {
    const { bookingHash, pb } = await openPractice();
    const visitor = server.visitor();
    const body = { ...MARIA, start: NINE, id: newRecordId() };
    const again = (message: string) => send(bookingHash, { ...body, message }, visitor);
    const stored = async () => (await pb.collection('booking').getOne(body.id))['message'];
    assert.equal((await again('Первый раз')).status, 'pending');
    assert.equal((await again('Лучше по видеосвязи')).status, 'pending');
    assert.equal(await stored(), 'Лучше по видеосвязи');
    await pb.collection('booking').update(body.id, { status: 'confirmed' });
    assert.deepEqual(await again('Поздно'), { id: body.id, start: NINE, status: 'confirmed', visit: '' });
    assert.equal(await stored(), 'Лучше по видеосвязи');
    assert.equal((await pb.collection('booking').getFullList()).length, 1);
  });

  it('LETTER-01 a request sent again with a corrected address is stored with it while it waits', async () => {
    const { bookingHash, pb } = await openPractice();
    const visitor = server.visitor();
    const body = { ...MARIA, start: NINE, id: newRecordId() };
    const again = (email: string) => send(bookingHash, { ...body, email }, visitor);
    const stored = async () => (await pb.collection('booking').getOne(body.id))['email'];
    for (const email of ['marina@exmaple.org', 'marina@example.org']) {
      await again(email);
      assert.equal(await stored(), email);
    }
    await pb.collection('booking').update(body.id, { status: 'confirmed' });
    await again('late@example.org');
    assert.equal(await stored(), 'marina@example.org');
  });

  test('LETTER-01 the page learns that a practitioner sends no letters, so that it asks for no address', async () => {
    const { bookingHash, pb } = await openPractice({ name: 'Анна Белова' });
    const { id } = await pb.collection('profiles').getFirstListItem('');
    await pb.collection('profiles').update(id, { client_letters: false });
    assert.deepEqual(await page(bookingHash), {
      name: 'Анна Белова',
      timeZone: 'Europe/Moscow',
      consent: null,
      letters: false,
    });
  });

  it('PUBLIC-06 a flood from one address is slowed down without blocking others', async () => {
    const { bookingHash } = await openPractice();
    const flooder = server.visitor();
    for (let attempt = 0; attempt < 8; attempt += 1) await refusalOf(send(bookingHash, {}, flooder));
    assert.equal((await refusalOf(ask(bookingHash, NINE, flooder))).status, 429);
    await ask(bookingHash, NINE);
  });

  test('PUBLIC-06 a practitioner is sent 40 requests an hour at most, and neighbours still get theirs', async () => {
    const { bookingHash, owner } = await openPractice();
    const past = { date: '2026-11-20 06:00:00.000Z' };
    for (let index = 0; index < 40; index += 1) await addBooking(server.context.db, owner, past);
    assert.equal((await refusalOf(ask(bookingHash))).status, 429);
    await ask((await openPractice()).bookingHash);
    const { now } = server.clock;
    server.clock.now = now.add({ hours: 1 });
    try {
      await ask(bookingHash);
    } finally {
      server.clock.now = now;
    }
  });
});
