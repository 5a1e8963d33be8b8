import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DaySlots, FreeSlots } from '#domain/booking/booking.ts';
import { FreeTimeStore } from '#web/public/visitor/free-time-store.ts';

const TIME_ZONE = 'Europe/Moscow';
const month = (text: string) => Temporal.PlainYearMonth.from(text);

function daysBetween(from: Temporal.PlainDate, to: Temporal.PlainDate): DaySlots[] {
  return Array.from({ length: from.until(to).days + 1 }, (_, index) => {
    const date = from.add({ days: index }).toString();
    return { date, slots: [{ start: `${date}T06:00:00Z`, time: '09:00' }] };
  });
}

/** A store over a server that responds on demand; `requests` lists the requested ranges. */
function start({ now = '2026-11-18T12:00:00Z', days = [] as DaySlots[] } = {}) {
  const requests: string[] = [];
  const server = { down: false, answer: (from: Temporal.PlainDate, to: Temporal.PlainDate) => daysBetween(from, to) };
  const store = new FreeTimeStore({
    timeZone: TIME_ZONE,
    days,
    now: () => Temporal.Instant.from(now),
    read: async (from, to): Promise<FreeSlots> => {
      requests.push(`${from.toString()}..${to.toString()}`);
      await Promise.resolve();
      if (server.down) throw new TypeError('Failed to fetch');
      return { timeZone: TIME_ZONE, days: server.answer(from, to) };
    },
  });
  return { store, requests, server };
}

test('a month that came with the page is not asked for, the one after it is', async () => {
  const days = daysBetween(Temporal.PlainDate.from('2026-11-18'), Temporal.PlainDate.from('2026-12-31'));
  const { store, requests } = start({ days });
  await store.show(month('2026-11'));
  assert.deepEqual(requests, []);
  await store.show(month('2026-12'));
  assert.deepEqual(requests, ['2027-01-01..2027-01-31']);
});

test('without days in the page the month is read from today on, then the next one', async () => {
  const { store, requests } = start();
  await store.show(month('2026-11'));
  assert.deepEqual(requests, ['2026-11-18..2026-11-30', '2026-12-01..2026-12-31']);
  assert.equal(store.get().freeTime.get('2026-11-18')?.length, 1);
  assert.equal(store.get().freeTime.get('2026-11-17'), undefined);
});

test('today is the practitioner’s', async () => {
  const { store, requests } = start({ now: '2026-11-30T22:30:00Z' });
  assert.equal(store.get().today.toString(), '2026-12-01');
  await store.show(month('2026-12'));
  assert.equal(requests[0], '2026-12-01..2026-12-31');
});

test('leafing back and forth asks once', async () => {
  const { store, requests } = start();
  await Promise.all([store.show(month('2027-01')), store.show(month('2027-01'))]);
  await store.show(month('2027-01'));
  assert.deepEqual(requests, ['2027-01-01..2027-01-31', '2027-02-01..2027-02-28']);
});

test('a month that could not be loaded says so until another try', async () => {
  const { store, server } = start();
  server.down = true;
  await store.show(month('2027-01'));
  assert.ok(store.get().failed.has('2027-01'));
  server.down = false;
  await store.show(month('2027-01'));
  assert.equal(store.get().failed.size, 0);
  assert.equal(store.get().freeTime.get('2027-01-15')?.length, 1);
});

test('a failed refresh keeps what was known', async () => {
  const { store, server } = start();
  await store.show(month('2026-11'));
  server.down = true;
  await store.refresh(month('2026-11'));
  assert.equal(store.get().freeTime.get('2026-11-19')?.length, 1);
});

test('PUBLIC-04 a withdrawn time is gone at once and stays gone after a refresh', async () => {
  const { store, server } = start();
  await store.show(month('2026-11'));
  let told = 0;
  const stop = store.subscribe(() => (told += 1));
  store.withdraw({ date: '2026-11-19', start: '2026-11-19T06:00:00Z', time: '09:00' });
  assert.equal(told, 1);
  assert.deepEqual(store.get().freeTime.get('2026-11-19'), []);
  stop();
  server.answer = (from, to) => daysBetween(from, to).map((day) => ({ ...day, slots: [] }));
  await store.refresh(month('2026-11'));
  assert.deepEqual(store.get().freeTime.get('2026-11-20'), []);
  assert.equal(told, 1);
});

test('a refresh drops a response that was on its way before', async () => {
  const { store, requests, server } = start();
  const first = store.show(month('2026-11'));
  server.answer = (from, to) => daysBetween(from, to).map((day) => ({ ...day, slots: [] }));
  await Promise.all([first, store.refresh(month('2026-11'))]);
  assert.equal(requests.filter((range) => range.startsWith('2026-11')).length, 2);
  assert.deepEqual(store.get().freeTime.get('2026-11-19'), []);
});

test('beyond the last month nothing is asked ahead', async () => {
  const { store, requests } = start();
  await store.show(month('2028-11'));
  assert.deepEqual(requests, ['2028-11-01..2028-11-30']);
});
