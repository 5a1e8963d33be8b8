import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addBooking, addClient } from '#proofs/support/rows.ts';
import { refusalOf, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import { holdRequestTime } from '#server/practice/booking/request-visit.ts';

const MONDAY = '2026-11-23';

onServer((server) => {
  const ask = ({ pb }: Pick<TestPractitioner, 'pb'>, query: Record<string, unknown>) =>
    pb.send('/api/sessions/free-slots', { query: { date: MONDAY, ...query } });
  const times = async (practitioner: TestPractitioner, query: Record<string, unknown> = {}): Promise<string[]> => {
    const { days } = await ask(practitioner, query);
    return days[0].slots.map((slot: { time: string }) => slot.time);
  };

  test('SESSION-10 without hours of one’s own the day is 09:00–18:00, stepped by the length', async () => {
    const practitioner = await server.practitioner();
    const { timeZone, days } = await ask(practitioner, {});
    assert.equal(timeZone, 'Europe/Moscow');
    assert.deepEqual(days[0].slots[0], { start: '2026-11-23T06:00:00Z', time: '09:00' });
    assert.equal(days[0].slots.length, 9);
    assert.deepEqual((await times(practitioner, { duration: 120 })).at(-1), '15:00');
  });

  test('SESSION-10 held time and pending requests are not free, the edited session’s own time is', async () => {
    const practitioner = await server.practitioner();
    const { pb, owner } = practitioner;
    const client = await addClient(server.context.db, owner);
    const session = await pb.collection('sessions').create({ client: client.id, date: `${MONDAY} 06:30:00Z` });
    const request = await addBooking(server.context.db, owner, { date: `${MONDAY} 09:00:00.000Z` });
    await server.context.db.write((write) => holdRequestTime(write, request));
    assert.deepEqual(await times(practitioner), ['11:00', '13:00', '14:00', '15:00', '16:00', '17:00']);
    assert.deepEqual((await times(practitioner, { except: session.id })).slice(0, 3), ['09:00', '10:00', '11:00']);
    await pb.collection('sessions').update(session.id, { status: 'canceled' });
    assert.deepEqual((await times(practitioner)).slice(0, 2), ['09:00', '10:00']);
  });

  test('SESSION-10 one’s own hours count, and a weekday that is off has no free times', async () => {
    const practitioner = await server.practitioner();
    const settings = practitioner.pb.collection('availability_settings');
    const day = { day_of_week: 1, start_time: '20:00', end_time: '22:00', is_available: true };
    const { id } = await settings.create(day);
    assert.deepEqual(await times(practitioner), ['20:00', '21:00']);
    assert.deepEqual(await times(practitioner, { date: '2026-11-22' }), [], 'AVAIL-04 the rest of that week is off');
    await settings.update(id, { is_available: false });
    assert.deepEqual(await times(practitioner), []);
  });

  test('SESSION-14 the server offers no time that has passed, for a length of any whole number', async () => {
    const practitioner = await server.practitioner();
    const now = server.clock.now;
    server.clock.now = Temporal.Instant.from(`${MONDAY}T12:30:00Z`);
    try {
      assert.deepEqual(await times(practitioner, { duration: 50 }), ['16:00', '17:00']);
      assert.deepEqual(await times(practitioner, { date: '2026-11-22' }), []);
    } finally {
      server.clock.now = now;
    }
  });

  test('SESSION-10 a day and a length that are none are refused, and so is a guest', async () => {
    const practitioner = await server.practitioner();
    const codesOf = async (query: Record<string, unknown>) => (await refusalOf(ask(practitioner, query))).codes;
    assert.deepEqual(Object.keys(await codesOf({ date: '2026-02-30' })), ['date']);
    assert.deepEqual(await codesOf({ date: '' }), { date: 'validation_required' });
    for (const duration of ['0', '10', '50.5', 'x', '100000']) {
      assert.deepEqual(Object.keys(await codesOf({ duration })), ['duration'], duration);
    }
    assert.equal((await refusalOf(ask({ pb: server.visitor() }, {}))).status, 401);
  });
});
