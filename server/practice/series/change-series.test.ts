import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { rowsOf } from '#proofs/support/stored-rows.ts';
import { type SeriesPractice, seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON, onServer, refusalOf, settle } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const SIX = { start: '2026-11-23T10:00', every_weeks: 1, count: 6 };

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const openSeries = async (wish: object = SIX) => {
    server.clock.now = NOON;
    const practice = await seriesPractice(await server.practitioner());
    const { series } = await practice.save(wish);
    const sessions = await practice.sessions();
    const ids = sessions.map(({ id }) => id);
    return { practice, id: series.id, ids, at: (place: number) => ids[place] ?? '' };
  };
  const update = ({ pb }: SeriesPractice, id: string, values: object) => pb.collection('sessions').update(id, values);
  const sound = async ({ owner }: SeriesPractice) =>
    assert.deepEqual(await heldTimeFaults(server.context.db.read, owner), []);

  test('SERIES-05 all that lies ahead moves and keeps its ids, but for what a person touched', async () => {
    const { practice, id, ids, at } = await openSeries();
    await update(practice, at(1), { status: 'canceled' });
    await update(practice, at(2), { description: 'Попросила о другом' });
    await update(practice, at(3), { date: '2026-12-15 09:00:00Z' });
    const before = await practice.sessions(`id = '${at(2)}'`);
    server.clock.now = Temporal.Instant.from('2026-11-24T09:00:00Z');
    const again = { ...practice, ...(await server.signIn(practice)) };
    const change = { scope: 'all', session: at(4), start: '2026-12-22T11:30', duration: 90 };
    const preview = await practice.previewChange(id, change);
    assert.deepEqual(
      preview.keep.map(({ session, why }) => [ids.indexOf(session), why]),
      [
        [1, 'cancelled'],
        [2, 'texts'],
        [3, 'moved'],
      ],
    );
    assert.deepEqual(
      preview.occurrences.map(({ date, verdict }) => [date, verdict]),
      [
        ['2026-12-22', 'free'],
        ['2026-12-29', 'free'],
      ],
    );
    assert.equal(preview.until, '2026-12-29');
    const { series, ...counts } = await practice.change(id, change);
    assert.deepEqual([series.id, counts], [id, { created: 0, moved: 2, removed: 0, kept: 3 }]);
    assert.deepEqual(await practice.starts(), [
      '2026-11-23 10:00',
      '2026-11-30 10:00',
      '2026-12-07 10:00',
      '2026-12-15 12:00',
      '2026-12-22 11:30',
      '2026-12-29 11:30',
    ]);
    assert.deepEqual(
      (await practice.sessions()).map((session) => session.id),
      ids,
    );
    const [after] = await practice.sessions(`id = '${at(2)}'`);
    assert.deepEqual([after?.['description'], after?.['date']], ['Попросила о другом', before[0]?.['date']]);
    await sound(again);
  });

  it('SERIES-05 what follows one session becomes a series of its own, kept ones included', async () => {
    const { practice, id, ids, at } = await openSeries({ ...SIX, count: undefined, until: '2026-12-28' });
    await update(practice, at(4), { news: 'Написано заранее' });
    await practice.pb.collection('sessions').delete(at(5));
    const change = { scope: 'following', session: at(3), start: '2026-12-15T10:00', every_weeks: 1 };
    const { series, ...counts } = await practice.change(id, change);
    assert.deepEqual(counts, { created: 0, moved: 1, removed: 0, kept: 1 });
    assert.deepEqual([series['previous'], series['start'], series['until']], [id, '2026-12-15T10:00', '2026-12-29']);
    const old = await practice.pb.collection('series').getOne(id);
    assert.equal(old['until'], '2026-12-13');
    const taken = await practice.sessions(`series = '${series.id}'`);
    assert.deepEqual(
      taken.map((session) => [session.id, session['occurrence'], session['date'].slice(0, 10)]),
      [
        [ids[3], '2026-12-15', '2026-12-15'],
        [ids[4], '2026-12-22', '2026-12-21'],
      ],
    );
    const [skip] = await practice.pb.collection('series_skips').getFullList();
    assert.deepEqual([skip?.['series'], skip?.['occurrence']], [series.id, '2026-12-29']);
    await sound(practice);
  });

  it('SERIES-05 this and following from the first one, and a series that is split on its last day', async () => {
    const { practice, id, ids, at } = await openSeries({ ...SIX, count: undefined, until: '2026-12-28' });
    const last = { scope: 'following', session: at(5), start: '2026-12-28T15:00' };
    const split = await practice.change(id, last);
    assert.deepEqual([split.series['until'], split.moved], ['2026-12-28', 1]);
    const first = { scope: 'following', session: at(0), start: '2026-11-25T10:00', until: '2026-12-23' };
    const { series, ...counts } = await practice.change(id, first);
    assert.deepEqual(counts, { created: 0, moved: 5, removed: 0, kept: 0 });
    assert.equal((await practice.pb.collection('series').getOne(id))['until'], '2026-11-22');
    assert.deepEqual(
      (await practice.sessions(`series = '${series.id}'`)).map((session) => session.id),
      ids.slice(0, 5),
    );
    assert.deepEqual((await practice.starts()).slice(-2), ['2026-12-23 10:00', '2026-12-28 15:00']);
    await sound(practice);
  });

  test('SERIES-05 another interval, length and end remove and create what they need', async () => {
    const { practice, id, at } = await openSeries();
    const twice = { scope: 'following', session: at(1), every_weeks: 2, duration: 45 };
    const { series, ...counts } = await practice.change(id, twice);
    assert.deepEqual(counts, { created: 0, moved: 3, removed: 2, kept: 0 });
    assert.deepEqual(await practice.starts(), [
      '2026-11-23 10:00',
      '2026-11-30 10:00',
      '2026-12-14 10:00',
      '2026-12-28 10:00',
    ]);
    const more = { scope: 'all', session: at(1), every_weeks: 1, until: '2027-01-04', status: 'reserved' };
    const grown = await practice.change(series.id, more);
    assert.deepEqual([grown.created, grown.moved, grown.removed], [3, 3, 0]);
    assert.deepEqual(
      (await practice.sessions(`series = '${series.id}'`)).map((one) => [one['date'].slice(5, 10), one['status']]),
      ['11-30', '12-07', '12-14', '12-21', '12-28', '01-04'].map((day) => [day, 'reserved']),
    );
    await sound(practice);
  });

  it('SERIES-05 a conflict of a change is decided as one of a new series, and a skip removes and is recorded', async () => {
    const { practice, id, at, ids } = await openSeries();
    const { client, pb } = practice;
    for (const day of ['12-07', '12-14', '12-21']) {
      await pb.collection('sessions').create({ client, date: `2026-${day} 12:00:00Z` });
    }
    const change = { scope: 'all', session: at(0), start: '2026-11-23T15:00' };
    const { occurrences } = await practice.previewChange(id, change);
    assert.equal(occurrences.filter(({ verdict }) => verdict === 'taken').length, 3);
    assert.deepEqual((await refusalOf(practice.change(id, change))).codes, { decisions: 'undecided' });
    const decisions = { '2026-12-07': 'skip', '2026-12-14': 'overlap', '2026-12-21': '17:00' };
    const { series: _, ...counts } = await practice.change(id, change, { decisions });
    assert.deepEqual(counts, { created: 0, moved: 5, removed: 1, kept: 0 });
    const left = await practice.sessions(`series = '${id}'`);
    assert.deepEqual(
      left.map((session) => session.id),
      ids.toSpliced(2, 1),
    );
    assert.deepEqual((await practice.starts(`series = '${id}'`)).slice(2, 4), ['2026-12-14 15:00', '2026-12-21 17:00']);
    const skips = await pb.collection('series_skips').getFullList();
    assert.deepEqual(
      skips.map((skip) => [skip['occurrence'], skip['reason']]),
      [['2026-12-07', 'chosen']],
    );
    const back = await practice.change(id, { scope: 'all', session: at(0), start: '2026-11-23T10:00' });
    assert.deepEqual([back.created, back.kept], [0, 1], 'what was skipped does not come back');
    await sound(practice);
  });

  test('SERIES-05 two tabs: the second change is refused, and one that is sent twice is made once', async () => {
    const { practice, id, at } = await openSeries();
    const eleven = { scope: 'all', session: at(0), start: '2026-11-23T11:00' };
    const noon = { scope: 'following', session: at(2), start: '2026-12-07T12:00' };
    const [first, second] = [await practice.previewChange(id, eleven), await practice.previewChange(id, noon)];
    const sent = await Promise.all([1, 2, 3].map(() => practice.change(id, eleven, first)));
    assert.ok(sent.every(({ moved, series }) => moved === 6 && series.id === id));
    const refusal = await refusalOf(practice.change(id, noon, second));
    assert.deepEqual([refusal.status, refusal.codes], [409, { digest: 'series_changed' }]);
    const { digest } = await practice.previewChange(id, noon);
    const splits = await Promise.all([1, 2].map(() => practice.change(id, noon, { digest })));
    assert.deepEqual([splits[0]?.moved, splits[0]?.series.id], [4, splits[1]?.series.id]);
    const ten = { scope: 'all', session: at(0), start: '2026-11-23T10:00' };
    const { passed } = await settle([eleven, ten].map((change) => practice.change(id, change)));
    assert.ok(passed >= 1);
    await sound(practice);
  });

  it('SERIES-06 a deleted occurrence never comes back, and an end removes the untouched ones alone', async () => {
    const { practice, id, at, ids } = await openSeries({ ...SIX, count: undefined });
    await practice.pb.collection('sessions').delete(at(2));
    await update(practice, at(4), { news: 'Написано' });
    await update(practice, at(5), { duration: 90 });
    const grown = await practice.change(id, { scope: 'all', session: at(1), start: '2026-12-01T10:00' });
    assert.deepEqual([grown.created, grown.removed], [0, 0]);
    assert.ok(!(await practice.starts()).includes('2026-12-08 10:00'));
    const end = await practice.end(id, '2026-12-08');
    assert.deepEqual(end, { removed: ids.length - 5, kept: 2 });
    assert.deepEqual(await practice.end(id, '2026-12-08'), end);
    const series = await practice.pb.collection('series').getOne(id);
    assert.deepEqual([series['until'], series['made_until']], ['2026-12-07', '2026-12-07']);
    assert.deepEqual(
      (await practice.sessions()).map((session) => session.id),
      [at(0), at(1), at(4), at(5)],
    );
    await sound(practice);
  });

  it('SERIES-06 a session that becomes another client’s leaves its series', async () => {
    const { practice, id, at } = await openSeries();
    const other = await practice.pb.collection('clients').create({ name: 'Борис', phone: '+7 900 000-00-00' });
    const moved = await update(practice, at(1), { client: other.id });
    assert.deepEqual([moved['series'], moved['occurrence']], ['', '']);
    const skips = await practice.pb.collection('series_skips').getFullList();
    assert.deepEqual(
      skips.map((skip) => [skip['series'], skip['occurrence']]),
      [[id, '2026-11-30']],
    );
  });

  it('SERIES-06 a client’s series and skips go with the client', async () => {
    const { practice, at } = await openSeries();
    await practice.pb.collection('sessions').delete(at(0));
    await practice.pb.collection('clients').delete(practice.client);
    const { items } = await practice.pb.send('/api/journal', {});
    const gone = items.map((item: { action: string; subject: string }) => `${item.action} ${item.subject}`);
    for (const line of ['delete series', 'delete series_skips']) assert.ok(gone.includes(line), line);
    const rows = await rowsOf(server.context.db, practice.owner);
    assert.deepEqual(
      rows.filter((row) => /^(series|series_skips|sessions|held_time) /.test(row)),
      [],
    );
  });

  it('API-03 a foreign series reads like an unknown one in every call, and records of both tables are read-only', async () => {
    const { practice, id, at } = await openSeries();
    const neighbour = await seriesPractice(await server.practitioner());
    const before = await rowsOf(server.context.db, practice.owner);
    const change = { scope: 'all', session: at(0), digest: 'x' };
    for (const wanted of [id, 'c'.repeat(15), 'x']) {
      for (const call of [
        () => neighbour.previewChange(wanted, change),
        () => neighbour.change(wanted, change, change),
        () => neighbour.end(wanted, '2026-11-30'),
      ]) {
        assert.equal((await refusalOf(call())).status, 404);
      }
    }
    const own = await neighbour.save(SIX);
    const second = await neighbour.save({ ...SIX, start: '2026-11-24T10:00' });
    const [other] = await neighbour.sessions(`series = '${second.series.id}'`);
    for (const session of [at(0), other?.id]) {
      const refusal = await refusalOf(neighbour.previewChange(own.series.id, { ...change, session }));
      assert.deepEqual(refusal.codes, { session: 'validation_missing_rel_records' });
    }
    for (const collection of ['series', 'series_skips']) {
      const records = practice.pb.collection(collection);
      for (const call of [
        () => records.create({}),
        () => records.update(id, { until: '' }),
        () => records.delete(id),
      ]) {
        assert.equal((await refusalOf(call())).status, 403);
      }
    }
    assert.deepEqual(await rowsOf(server.context.db, practice.owner), before);
    assert.equal((await refusalOf(server.visitor().send('/api/series/preview', { method: 'POST' }))).status, 401);
  });
});
