import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BookingPage, BookingReceipt, FreeSlots } from '#domain/booking/booking.ts';
import { PERSON } from '#proofs/support/booking/random-starts.ts';
import { type Refusal, refusalOf, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

const START = '2026-11-23T06:00:00Z';
const RANGE = { from: '2026-11-23', to: '2026-11-24' };

onServer((server) => {
  const openPractice = async (): Promise<TestPractitioner> => {
    const practice = await server.practitioner();
    await addWorkingWeek(server.context.db, practice.owner);
    return practice;
  };
  const page = (hash: string): Promise<BookingPage> => server.visitor().send(`/api/booking-page/${hash}`, {});
  const slots = (hash: string): Promise<FreeSlots> =>
    server.visitor().send(`/api/booking-page/${hash}/slots`, { query: RANGE });
  const send = (hash: string, body: Record<string, unknown> = {}): Promise<BookingReceipt> =>
    server.visitor().send(`/api/booking-page/${hash}`, { method: 'POST', body: { ...PERSON, start: START, ...body } });
  const create = (user: string) =>
    server
      .visitor()
      .collection('booking')
      .create({ ...PERSON, user, date: START, status: 'pending' });
  const accept = async ({ pb, owner }: TestPractitioner, accepting: boolean) => {
    const { id } = await pb.collection('profiles').getFirstListItem(`user = '${owner}'`);
    return pb.collection('profiles').update(id, { accepting });
  };
  const told = ({ status, codes }: Refusal) => [status, codes];

  test('BOOK-07 a page that is closed says so, offers nothing and takes nothing, by either call, until it is open again', async () => {
    const practice = await openPractice();
    const { bookingHash, owner } = practice;
    const sent = await send(bookingHash, { id: 'sentwhileitwasopen'.slice(0, 15), start: '2026-11-23T10:00:00Z' });
    assert.equal((await accept(practice, false))['accepting'], false);
    assert.deepEqual(await page(bookingHash), {
      name: 'Анна Петрова',
      timeZone: 'Europe/Moscow',
      consent: null,
      accepting: false,
    });
    assert.deepEqual((await slots(bookingHash)).days, [
      { date: RANGE.from, slots: [] },
      { date: RANGE.to, slots: [] },
    ]);
    assert.deepEqual(told(await refusalOf(send(bookingHash))), [400, { start: 'closed' }]);
    assert.deepEqual(told(await refusalOf(create(owner))), [400, { date: 'closed' }]);
    // A request that is stored already is returned as it is when it is sent again.
    const again = await send(bookingHash, { id: sent.id, start: '2026-11-23T10:00:00Z' });
    // Nobody saw the link in the lost response, so this one contains another.
    assert.deepEqual({ ...again, visit: sent.visit }, sent);
    await accept(practice, true);
    assert.deepEqual(await page(bookingHash), { name: 'Анна Петрова', timeZone: 'Europe/Moscow', consent: null });
    await send(bookingHash);
  });

  test('BOOK-07 a new page is open, and only its practitioner closes it', async () => {
    const practice = await openPractice();
    const { pb, owner } = practice;
    const profile = await pb.collection('profiles').getFirstListItem(`user = '${owner}'`);
    assert.equal(profile['accepting'], true);
    const other = await openPractice();
    for (const caller of [server.visitor(), other.pb]) {
      const refusal = await refusalOf(caller.collection('profiles').update(profile.id, { accepting: false }));
      assert.equal(refusal.status, 404);
    }
    const wrong = await refusalOf(pb.collection('profiles').update(profile.id, { accepting: 'no' }));
    assert.deepEqual([wrong.status, Object.keys(wrong.codes)], [400, ['accepting']]);
  });

  test('BOOK-07 a new link leads to the page, the one before is a 404 on every call', async () => {
    const { pb, owner, bookingHash } = await openPractice();
    const profile = await pb.send('/api/profiles/new-booking-link', { method: 'POST' });
    assert.equal(profile.user, owner);
    assert.match(profile.booking_hash, /^[\w-]{32}$/);
    assert.notEqual(profile.booking_hash, bookingHash);
    for (const call of [page, slots, send]) assert.equal((await refusalOf(call(bookingHash))).status, 404);
    const found = (hash: string) =>
      server
        .visitor()
        .collection('profiles')
        .getList(1, 1, { filter: `booking_hash = '${hash}'` });
    assert.deepEqual([(await found(bookingHash)).totalItems, (await found(profile.booking_hash)).totalItems], [0, 1]);
    assert.equal((await slots(profile.booking_hash)).days.length, 2);
    await send(profile.booking_hash);
    const journal: { items: Record<string, unknown>[] } = await pb.send('/api/journal', {});
    assert.ok(journal.items.some(({ fields }) => JSON.stringify(fields) === '["booking_hash"]'));
    assert.equal(
      (await refusalOf(server.visitor().send('/api/profiles/new-booking-link', { method: 'POST' }))).status,
      401,
    );
  });
});
