import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SameSenders } from '#domain/booking/booking.ts';
import { forgetSenders, releaseOldRequests } from '#server/practice/booking/release-old-requests.ts';
import { PERSON } from '#proofs/support/booking/random-starts.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { NOON, refusalOf, type TestPractitioner, onServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const START = '2026-11-30T06:00:00Z';
const STORED = '2026-11-30 06:00:00.000Z';

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const openPractice = async (): Promise<TestPractitioner> => {
    server.clock.now = NOON;
    const practice = await server.practitioner();
    await addWorkingWeek(server.context.db, practice.owner);
    return practice;
  };
  const send = (
    { bookingHash }: TestPractitioner,
    start = START,
    visitor = server.visitor(),
  ): Promise<{ id: string }> =>
    visitor.send(`/api/booking-page/${bookingHash}`, { method: 'POST', body: { ...PERSON, start } });
  const afterHours = (hours: number) => {
    server.clock.now = NOON.add({ hours });
  };
  const stored = ({ pb }: TestPractitioner, id: string) => pb.collection('booking').getOne(id);
  const networkOf = async (id: string) =>
    (await server.context.db.read.selectFrom('booking').select('network').where('id', '=', id).executeTakeFirst())
      ?.network;

  test('BOOK-08 an unanswered request lets go of its time after 48 hours and waits on, and the practitioner is told', async () => {
    const practice = await openPractice();
    const { id } = await send(practice);
    const told = followRecords(server.context);
    await told();
    afterHours(47);
    await releaseOldRequests(server.context);
    assert.equal((await refusalOf(send(practice))).codes['start'], 'slot_taken');
    afterHours(48);
    // Two nodes that run the job at the same time.
    await Promise.all([releaseOldRequests(server.context), releaseOldRequests(server.context)]);
    const request = await stored(practice, id);
    assert.deepEqual([request['status'], request['held_since']], ['pending', '']);
    assert.deepEqual(
      (await told()).map((event) => [event.collection, event.action, event.collection === 'booking' ? event.id : '']),
      [
        ['booking', 'update', id],
        ['news', 'create', ''],
      ],
    );
    const journal: { items: Record<string, unknown>[] } = await practice.pb.send('/api/journal', {});
    const entries = journal.items.filter(({ record, author }) => record === id && author === 'program');
    assert.deepEqual(
      entries.map(({ action, fields }) => [action, fields]),
      [['update', []]],
    );
    assert.deepEqual(await heldTimeFaults(server.context.db.read, practice.owner), []);
    await send(practice);
  });

  it('BOOK-08 a practice whose requests cannot be let go of keeps no other from it', async () => {
    const practices = [await openPractice(), await openPractice()];
    const requests = await Promise.all(practices.map(async (practice) => ({ practice, ...(await send(practice)) })));
    afterHours(48);
    const heldBy = async () =>
      (await Promise.all(requests.map(({ practice, id }) => stored(practice, id)))).filter(
        (request) => request['held_since'] !== '',
      ).length;
    const { db } = server.context;
    let isFirst = true;
    const write: typeof db.write = async (run, options) => {
      if (!isFirst) return db.write(run, options);
      isFirst = false;
      throw new RangeError('broken');
    };
    await releaseOldRequests({ ...server.context, db: { ...db, write } });
    assert.equal(await heldBy(), 1);
    await releaseOldRequests(server.context);
    assert.equal(await heldBy(), 0);
  });

  test('BOOK-08 such a request is approved while its time is free, and asks where it is not', async () => {
    const practice = await openPractice();
    const approve = (id: string, body = {}) => practice.pb.send(`/api/booking/${id}/approve`, { method: 'POST', body });
    const [first, second] = [await send(practice), await send(practice, '2026-11-30T08:00:00Z')];
    afterHours(48);
    await releaseOldRequests(server.context);
    assert.equal((await approve(first.id)).booking['status'], 'confirmed');
    await send(practice, '2026-11-30T08:00:00Z');
    const refusal = await refusalOf(approve(second.id));
    assert.deepEqual([refusal.status, refusal.codes], [409, { date: 'slot_taken' }]);
    assert.equal((await approve(second.id, { allowOverlap: true })).booking['status'], 'confirmed');
    assert.deepEqual(await heldTimeFaults(server.context.db.read, practice.owner), []);
  });

  it('BOOK-08 a rejected request that is given back holds its time for 48 hours again', async () => {
    const practice = await openPractice();
    const { id } = await send(practice);
    afterHours(40);
    const bookings = practice.pb.collection('booking');
    assert.equal((await bookings.update(id, { status: 'cancelled' }))['held_since'], '');
    await bookings.update(id, { status: 'pending' });
    afterHours(60);
    await releaseOldRequests(server.context);
    assert.equal((await refusalOf(send(practice))).codes['start'], 'slot_taken');
    afterHours(88);
    await releaseOldRequests(server.context);
    await send(practice);
  });

  test('BOOK-08 no caller sets or changes since when a request holds its time', async () => {
    const practice = await openPractice();
    const { id } = await send(practice);
    for (const values of [{ held_since: '' }, { held_since: '2030-01-01 00:00:00Z' }, { client: 'a'.repeat(15) }]) {
      const refusal = await refusalOf(practice.pb.collection('booking').update(id, values));
      assert.deepEqual([refusal.status, Object.keys(refusal.codes)], [400, Object.keys(values)]);
    }
    const fresh = { ...PERSON, user: practice.owner, date: '2026-12-01T06:00:00Z', held_since: '2030-01-01 00:00:00Z' };
    assert.equal((await refusalOf(server.visitor().collection('booking').create(fresh))).status, 400);
    assert.equal((await stored(practice, id))['held_since'], '2026-11-21 09:00:00.000Z');
  });

  it('PUBLIC-06 the hash of a network is gone once its request was answered or let go of its time, after a day at the earliest', async () => {
    const practice = await openPractice();
    const answered = await send(practice);
    const waiting = await send(practice, '2026-11-30T08:00:00Z');
    await practice.pb.send(`/api/booking/${answered.id}/reject`, { method: 'POST' });
    const known = async () => [(await networkOf(answered.id)) !== '', (await networkOf(waiting.id)) !== ''];
    for (const [hours, expected] of [
      [23, [true, true]],
      [24, [false, true]],
      [48, [false, false]],
    ] as const) {
      afterHours(hours);
      await releaseOldRequests(server.context);
      await forgetSenders(server.context);
      assert.deepEqual(await known(), expected, `${hours} h`);
    }
    assert.equal((await stored(practice, waiting.id))['date'], '2026-11-30 08:00:00.000Z');
  });

  it('BOOK-08 all waiting requests of one sender are rejected at once, those of others wait on', async () => {
    const practice = await openPractice();
    const sender = server.visitor('198.51.100.7');
    const [first, second] = [await send(practice, START, sender), await send(practice, '2026-11-30T08:00:00Z', sender)];
    const other = await send(practice, '2026-11-30T10:00:00Z');
    const groups = (): Promise<SameSenders> => practice.pb.send('/api/booking/same-sender', {});
    const found = await groups();
    assert.deepEqual(
      found.groups.map((group) => new Set(group)),
      [new Set([first.id, second.id])],
    );
    const told = followRecords(server.context);
    await told();
    const reject = (id: string) => practice.pb.send(`/api/booking/${id}/reject-all-from-sender`, { method: 'POST' });
    const { rejected } = await reject(second.id);
    assert.deepEqual(new Set(rejected), new Set([first.id, second.id]));
    assert.equal((await told()).filter(({ collection }) => collection === 'booking').length, 2);
    assert.deepEqual(await reject(second.id), { rejected: [] });
    assert.deepEqual(await groups(), { groups: [] });
    const statuses = await Promise.all(
      [first, second, other].map(async ({ id }) => (await stored(practice, id))['status']),
    );
    assert.deepEqual(statuses, ['cancelled', 'cancelled', 'pending']);
    await send(practice, STORED.replace(' ', 'T'));
    const journal: { items: Record<string, unknown>[] } = await practice.pb.send('/api/journal', {});
    for (const id of [first.id, second.id]) {
      assert.ok(
        journal.items.some(
          ({ record, action, author }) => record === id && action === 'update' && author === 'practitioner',
        ),
      );
    }
  });

  it('BOOK-08 requests of one sender are rejected in the order of their mailboxes, whatever order they came in', async () => {
    const practice = await openPractice();
    const sender = server.visitor('198.51.100.8');
    const asked: string[] = [];
    for (const [email, start] of [
      ['Berta@example.org', START],
      ['anton+1@example.org', '2026-11-30T08:00:00Z'],
    ]) {
      const body = { ...PERSON, start, email };
      asked.push((await sender.send(`/api/booking-page/${practice.bookingHash}`, { method: 'POST', body })).id);
    }
    const url = `/api/booking/${asked[0]}/reject-all-from-sender`;
    assert.deepEqual(await practice.pb.send(url, { method: 'POST' }), { rejected: asked.toReversed() });
  });

  it('BOOK-08 a request whose sender is forgotten is rejected alone', async () => {
    const practice = await openPractice();
    const [first, second] = [await send(practice), await send(practice, '2026-11-30T08:00:00Z')];
    afterHours(48);
    await releaseOldRequests(server.context);
    await forgetSenders(server.context);
    const url = `/api/booking/${first.id}/reject-all-from-sender`;
    assert.deepEqual(await practice.pb.send(url, { method: 'POST' }), { rejected: [first.id] });
    assert.equal((await stored(practice, second.id))['status'], 'pending');
  });
});
