import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { rowsOf } from '#proofs/support/stored-rows.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import { onServer, refusalOf, settle } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const MONDAYS = { start: '2026-11-23T10:00', every_weeks: 1, count: 4 };
const CHANGED = { status: 409, codes: { digest: 'series_changed' } };

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const openPractice = async (profile = {}) => seriesPractice(await server.practitioner(profile));

  it('SERIES-02 a preview shows each occurrence with its verdict, and writes nothing', async () => {
    const practice = await openPractice({ days_off: '[{"from":"2026-12-07","to":"2026-12-08"}]' });
    const { pb, owner, client } = practice;
    await addWorkingWeek(server.context.db, owner, { start_time: '11:00' });
    const rival = await pb.collection('clients').create({ name: 'Борис', phone: '+7 900 000-00-00' });
    const taken = await pb.collection('sessions').create({ client: rival.id, date: '2026-11-30 07:30:00Z' });
    const before = await rowsOf(server.context.db, owner);
    const { timeZone, until, occurrences } = await practice.preview(MONDAYS);
    assert.deepEqual([timeZone, until], ['Europe/Moscow', '2026-12-14']);
    assert.deepEqual(
      occurrences.map(({ date, time, start, verdict }) => [date, time, start, verdict]),
      [
        ['2026-11-23', '10:00', '2026-11-23T07:00:00Z', 'free'],
        ['2026-11-30', '10:00', '2026-11-30T07:00:00Z', 'taken'],
        ['2026-12-07', '10:00', '2026-12-07T07:00:00Z', 'day_off'],
        ['2026-12-14', '10:00', '2026-12-14T07:00:00Z', 'free'],
      ],
    );
    assert.deepEqual(occurrences[1]?.with, { kind: 'session', id: taken.id, name: 'Борис' });
    assert.deepEqual(occurrences[1]?.free, ['12:00', '13:00', '14:00', '15:00', '16:00', '17:00']);
    assert.deepEqual([occurrences[2]?.free, occurrences[0]?.with], [[], null]);
    assert.ok(occurrences.every(({ remarks }) => remarks.join() === 'off_hours'));
    assert.deepEqual(await rowsOf(server.context.db, owner), before);
    const { occurrences: endless } = await practice.preview({ client, start: '2026-11-23T10:00', every_weeks: 2 });
    assert.deepEqual([endless.length, endless.at(-1)?.date], [26, '2027-11-08']);
  });

  it('SERIES-02 a request of the page is named, and wrong values are refused for their fields', async () => {
    const practice = await openPractice();
    await addWorkingWeek(server.context.db, practice.owner);
    const body = { start: '2026-11-30T07:00:00Z', name: 'Гость', phone: '+7 900 000-00-01' };
    const request = await server.visitor().send(`/api/booking-page/${practice.bookingHash}`, { method: 'POST', body });
    const { occurrences } = await practice.preview(MONDAYS);
    assert.deepEqual(occurrences[1]?.with, { kind: 'booking', id: request.id, name: 'Гость' });
    const codesOf = async (wish: object) => (await refusalOf(practice.preview({ ...MONDAYS, ...wish }))).codes;
    const value = 'validation_invalid_value';
    assert.deepEqual(await codesOf({ start: '2026-11-20T10:00' }), { start: value });
    assert.deepEqual(await codesOf({ start: '2027-02-29T10:00' }), { start: 'validation_invalid_format' });
    assert.deepEqual(await codesOf({ until: '2026-12-31' }), { count: value });
    assert.deepEqual(await codesOf({ count: undefined, until: '2026-11-22' }), { until: value });
    assert.deepEqual(await codesOf({ count: 521 }), { count: 'validation_max_number_constraint' });
    assert.deepEqual(await codesOf({ count: undefined, until: '2047-01-01' }), { until: value });
    assert.deepEqual(await codesOf({ every_weeks: 9 }), { every_weeks: 'validation_max_number_constraint' });
    assert.deepEqual(await codesOf({ duration: 10 }), { duration: 'validation_min_number_constraint' });
    assert.deepEqual(await codesOf({ status: 'completed' }), { status: value });
    assert.deepEqual(await codesOf({ client: 'x\u0000' }), { client: 'validation_missing_rel_records' });
    assert.deepEqual(await codesOf({ start: undefined, every_weeks: '1' }), {
      start: 'validation_required',
      every_weeks: 'validation_invalid_value',
    });
  });

  test('SERIES-03 a saved series is ordinary sessions, with each conflict as it was decided', async () => {
    const practice = await openPractice({ days_off: '[{"from":"2026-12-07","to":"2026-12-07"}]' });
    const { pb, owner, client } = practice;
    for (const day of ['30', '23'])
      await pb.collection('sessions').create({ client, date: `2026-11-${day} 07:30:00Z` });
    assert.deepEqual((await refusalOf(practice.save(MONDAYS))).codes, { decisions: 'undecided' });
    const decisions = { '2026-11-23': '12:00', '2026-11-30': 'overlap', '2026-12-07': 'skip' };
    for (const wrong of [{ '2026-11-23': '10:00' }, { '2026-12-14': '12:00' }, { '2026-11-24': 'skip' }]) {
      const refusal = await refusalOf(practice.save(MONDAYS, { decisions: { ...decisions, ...wrong } }));
      assert.deepEqual(refusal.codes, { decisions: 'validation_invalid_value' });
    }
    const { series, created, skipped } = await practice.save(MONDAYS, { decisions });
    assert.deepEqual([created, skipped], [3, 1]);
    assert.deepEqual(
      [series['start'], series['time_zone'], series['until'], series['made_until'], series['every_weeks']],
      ['2026-11-23T10:00', 'Europe/Moscow', '2026-12-14', '2026-12-14', 1],
    );
    assert.ok(!('answer' in series));
    assert.deepEqual(await practice.starts(`series = '${series.id}'`), [
      '2026-11-23 12:00',
      '2026-11-30 10:00',
      '2026-12-14 10:00',
    ]);
    const [first] = await practice.sessions(`series = '${series.id}'`);
    assert.ok(first);
    const expanded = await pb.collection('sessions').getOne(first.id, { expand: 'series' });
    assert.equal(expanded.expand?.['series'].id, series.id);
    await pb.collection('sessions').update(first.id, { news: 'Своя заметка', series: series.id });
    const refusal = await refusalOf(pb.collection('sessions').update(first.id, { occurrence: '2026-11-24' }));
    assert.deepEqual(refusal.codes, { occurrence: 'validation_values_mismatch' });
    const added = { client, date: '2026-12-30 07:00:00Z', series: series.id };
    assert.deepEqual((await refusalOf(pb.collection('sessions').create(added))).codes, {
      series: 'validation_values_mismatch',
    });
    assert.deepEqual(await heldTimeFaults(server.context.db.read, owner), []);
    const skips = await pb.collection('series_skips').getFullList();
    assert.deepEqual(
      skips.map((skip) => [skip['occurrence'], skip['reason']]),
      [['2026-12-07', 'chosen']],
    );
  });

  test('SERIES-03 a session that exists becomes the first, with what was written about it', async () => {
    const practice = await openPractice();
    const session = await practice.pb
      .collection('sessions')
      .create({ client: practice.client, date: '2026-11-02 07:00:00Z', status: 'completed', news: 'Первая встреча' });
    const wish = { ...MONDAYS, start: '2026-11-02T10:00', session: session.id };
    const { occurrences } = await practice.preview(wish);
    const dates = ['2026-11-02', '2026-11-23', '2026-11-30', '2026-12-07'];
    assert.deepEqual(
      occurrences.map(({ date }) => date),
      dates,
    );
    const { series, created } = await practice.save(wish);
    assert.equal(created, 3);
    const kept = await practice.pb.collection('sessions').getOne(session.id);
    assert.deepEqual([kept['series'], kept['occurrence'], kept['news']], [series.id, dates[0], 'Первая встреча']);
    assert.deepEqual((await refusalOf(practice.save(wish))).codes, { session: 'validation_invalid_value' });
  });

  it('SERIES-02 a save is refused once anything differs from what was shown', async () => {
    const practice = await openPractice();
    await addWorkingWeek(server.context.db, practice.owner);
    const { digest } = await practice.preview(MONDAYS);
    const body = { start: '2026-11-30T07:00:00Z', name: 'Гость', phone: '+7 900 000-00-01' };
    await server.visitor().send(`/api/booking-page/${practice.bookingHash}`, { method: 'POST', body });
    const { message: _, ...refusal } = await refusalOf(practice.save(MONDAYS, { digest }));
    assert.deepEqual(refusal, CHANGED);
    const other = (await practice.preview(MONDAYS)).digest;
    assert.equal((await refusalOf(practice.save({ ...MONDAYS, duration: 45 }, { digest: other }))).status, 409);
    await practice.pb.collection('clients').delete(practice.client);
    const gone = await refusalOf(practice.save(MONDAYS, { digest: other }));
    assert.deepEqual([gone.status, gone.codes], [400, { client: 'validation_missing_rel_records' }]);
    assert.deepEqual(await practice.pb.collection('series').getFullList(), []);
  });

  test('SERIES-03 a double press saves once: under one id with the same response, without one with a refusal', async () => {
    const practice = await openPractice();
    const { digest } = await practice.preview(MONDAYS);
    const id = 'a'.repeat(14) + practice.client.slice(0, 1);
    const made = await Promise.all([1, 2, 3].map(() => practice.save(MONDAYS, { id, digest })));
    assert.deepEqual(
      made.map(({ series, created, skipped }) => [series.id, created, skipped]),
      [1, 2, 3].map(() => [id, 4, 0]),
    );
    assert.deepEqual((await refusalOf(practice.save({ ...MONDAYS, count: 3 }, { id, digest }))).codes, {
      id: 'validation_not_unique',
    });
    const later = { ...MONDAYS, start: '2026-11-24T10:00' };
    const preview = await practice.preview(later);
    const { passed, refusals } = await settle([1, 2].map(() => practice.save(later, { digest: preview.digest })));
    assert.deepEqual([passed, refusals[0]?.status], [1, 409]);
    assert.equal((await practice.sessions()).length, 8);
    const neighbour = await openPractice();
    assert.deepEqual((await refusalOf(neighbour.save(MONDAYS, { id }))).codes, { id: 'validation_not_unique' });
    assert.deepEqual(await neighbour.sessions(), []);
  });

  test('API-03 a day of a neighbour is never taken, and a foreign client or session is an unknown one', async () => {
    const [practice, neighbour] = [await openPractice(), await openPractice()];
    await practice.save(MONDAYS);
    const { occurrences } = await neighbour.preview(MONDAYS);
    assert.ok(occurrences.every(({ verdict }) => verdict === 'free'));
    const [session] = await practice.sessions();
    const unknown = 'b'.repeat(15);
    for (const client of [practice.client, unknown]) {
      const refusal = await refusalOf(neighbour.preview({ ...MONDAYS, client }));
      assert.deepEqual([refusal.status, refusal.codes], [400, { client: 'validation_missing_rel_records' }]);
    }
    for (const id of [session?.id, unknown]) {
      const refusal = await refusalOf(neighbour.preview({ ...MONDAYS, session: id }));
      assert.deepEqual([refusal.status, refusal.codes], [400, { session: 'validation_missing_rel_records' }]);
    }
  });
});
