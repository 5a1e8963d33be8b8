import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON, onServer, refusalOf } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const SIX = { start: '2026-11-23T10:00', every_weeks: 1, count: 6 };

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const openSeries = async (wish: object = SIX) => {
    server.clock.now = NOON;
    const practice = await seriesPractice(await server.practitioner());
    const { series } = await practice.save(wish);
    const ids = (await practice.sessions()).map((session) => session.id);
    return { practice, id: series.id, former: series['until'], at: (place: number) => ids[place] ?? '' };
  };
  const update = (practice: Awaited<ReturnType<typeof seriesPractice>>, id: string, values: object) =>
    practice.pb.collection('sessions').update(id, values);

  for (const count of [6, undefined]) {
    it(`SERIES-06 the end of a series ${count ? 'with' : 'without'} an end is taken back: the same dates, and what was skipped or kept stays`, async () => {
      const { practice, id, former, at } = await openSeries({ ...SIX, count });
      await practice.pb.collection('sessions').delete(at(2));
      await update(practice, at(3), { news: 'Написано заранее' });
      const before = await practice.starts();
      const { removed } = await practice.end(id, '2026-11-30');
      assert.equal(removed, before.length - 2);
      const back = { scope: 'all', session: '', until: former };
      const { series, ...counts } = await practice.change(id, back);
      assert.deepEqual(counts, { created: removed, moved: 0, removed: 0, kept: 1 });
      assert.deepEqual([series.id, series['until'], series['start']], [id, former, '2026-11-23T10:00']);
      assert.deepEqual(await practice.starts(), before);
      assert.equal((await practice.end(id, '2026-11-30')).removed, removed, 'and ended once more');
      assert.deepEqual(await heldTimeFaults(server.context.db.read, practice.owner), []);
    });
  }

  test('SERIES-06 a series without an end is not ended beyond the sessions that are planned', async () => {
    const { practice, id } = await openSeries({ ...SIX, count: undefined });
    const before = await practice.starts();
    const refusal = await refusalOf(practice.end(id, '2028-06-05'));
    assert.deepEqual([refusal.status, refusal.codes], [400, { from: 'validation_invalid_value' }]);
    assert.deepEqual(await practice.starts(), before);
    const { removed } = await practice.end(id, '2027-11-22');
    assert.equal(removed, 0, 'the day after the last one is no gap');
  });

  it('SERIES-06 an end from the first one leaves no session and is taken back all the same', async () => {
    const { practice, id, former } = await openSeries();
    const before = await practice.starts();
    await practice.end(id, '2026-11-20');
    assert.deepEqual(await practice.starts(), []);
    const back = { scope: 'all', session: '', until: former };
    for (const wrong of [{ scope: 'following' }, { start: '2026-11-24T10:00' }]) {
      const { status, codes } = await refusalOf(practice.previewChange(id, { ...back, ...wrong }));
      assert.deepEqual([status, codes], [400, { session: 'validation_missing_rel_records' }]);
    }
    const { client, pb } = practice;
    const taker = await pb.collection('sessions').create({ client, date: '2026-12-07 07:00:00Z' });
    assert.deepEqual((await refusalOf(practice.change(id, back))).codes, { decisions: 'undecided' });
    await pb.collection('sessions').delete(taker.id);
    assert.equal((await practice.change(id, back)).created, 6);
    assert.deepEqual(await practice.starts(), before);
  });

  it('SERIES-05 a move is taken back by the reverse change: dates, ids, texts and skips are as before', async () => {
    for (const scope of ['all', 'following']) {
      const { practice, id, former, at } = await openSeries();
      await practice.pb.collection('sessions').delete(at(4));
      await update(practice, at(3), { description: 'Попросила о другом' });
      const placesOf = async () =>
        (await practice.sessions()).map((one) => [one.id, one['date'], one['occurrence'], one['description']]);
      const skipsOf = async () =>
        (await practice.pb.collection('series_skips').getFullList()).map((s) => s['occurrence']);
      const [before, skips] = [await placesOf(), await skipsOf()];
      const there = { scope, session: at(1), start: '2026-12-02T12:00', duration: 90 };
      const { series } = await practice.change(id, there);
      assert.notDeepEqual(await placesOf(), before);
      assert.deepEqual(await skipsOf(), ['2026-12-23']);
      const back = { scope: 'all', session: at(1), start: '2026-11-30T10:00', duration: 60, until: former };
      await practice.change(series.id, back);
      assert.deepEqual([await placesOf(), await skipsOf()], [before, skips]);
      assert.deepEqual(await heldTimeFaults(server.context.db.read, practice.owner), []);
    }
  });

  it('SERIES-05 a kept session of a week that the rule left out moves no other one when its length is changed for all', async () => {
    const { practice, id, at } = await openSeries();
    await update(practice, at(1), { description: 'Текст' });
    await practice.change(id, { scope: 'all', session: at(0), every_weeks: 2 });
    const before = await practice.starts();
    assert.deepEqual(before.slice(0, 3), ['2026-11-23 10:00', '2026-11-30 10:00', '2026-12-07 10:00']);
    const { series, kept } = await practice.change(id, { scope: 'all', session: at(1), duration: 90 });
    assert.deepEqual([kept, await practice.starts()], [1, before]);
    await practice.change(series.id, { scope: 'following', session: at(1), duration: 50 });
    assert.deepEqual(await practice.starts(), before);
  });
});
