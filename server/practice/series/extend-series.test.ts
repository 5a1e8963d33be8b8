import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { extendSeries } from '#server/practice/series/extend-series.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON, onServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const ENDLESS = { start: '2026-11-23T10:00', every_weeks: 1 };

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  const openSeries = async (profile = {}) => {
    server.clock.now = NOON;
    const practice = await seriesPractice(await server.practitioner(profile));
    const { series, created } = await practice.save(ENDLESS);
    assert.equal(created, 52);
    return { practice, id: series.id, db: server.context.db };
  };
  const occurrencesOf = async (id: string) => {
    const { read } = server.context.db;
    const sessions = await read.selectFrom('sessions').select('occurrence').where('series', '=', id).execute();
    const skips = await read.selectFrom('series_skips').selectAll().where('series', '=', id).execute();
    return {
      sessions: sessions.map(({ occurrence }) => String(occurrence)).toSorted(),
      skips: skips.map(({ occurrence, reason }) => `${occurrence} ${reason}`).toSorted(),
    };
  };
  const runAt = async (now: string) => {
    server.clock.now = Temporal.Instant.from(now);
    await extendSeries(server.context);
  };

  it('SERIES-04 over 400 days there is no gap but the skips, and none of these comes back', async () => {
    const { practice, id } = await openSeries();
    const [, second, third] = await practice.sessions();
    await practice.pb.collection('sessions').delete(second?.id ?? '');
    await practice.pb.collection('sessions').update(third?.id ?? '', { status: 'canceled' });
    let day = NOON;
    for (let count = 0; count < 400; count += count % 37 === 0 ? 10 : 1) {
      day = NOON.add({ hours: count * 24 });
      await runAt(day.toString());
    }
    const { sessions, skips } = await occurrencesOf(id);
    const first = Temporal.PlainDate.from('2026-11-23');
    const last = day.toZonedDateTimeISO('Europe/Moscow').toPlainDate().add({ months: 12 });
    const wanted: string[] = [];
    for (let date = first; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ weeks: 1 })) {
      wanted.push(date.toString());
    }
    assert.ok(wanted.length > 105);
    assert.deepEqual(skips, ['2026-11-30 deleted']);
    assert.deepEqual(sessions, wanted.toSpliced(1, 1));
    assert.deepEqual(await heldTimeFaults(server.context.db.read, practice.owner), []);
  });

  it('SERIES-06 a skip that a change took beyond the months ahead is none to plan later', async () => {
    const { practice, id } = await openSeries();
    const all = await practice.sessions();
    await practice.pb.collection('sessions').delete(all.at(-1)?.id ?? '');
    await practice.change(id, { scope: 'all', session: all[0]?.id, start: '2026-12-07T10:00' });
    assert.deepEqual((await occurrencesOf(id)).skips, ['2027-11-29 deleted']);
    await runAt('2026-12-14T09:00:00Z');
    assert.deepEqual((await occurrencesOf(id)).sessions.slice(-3), ['2027-11-22', '2027-12-06', '2027-12-13']);
  });

  test('SERIES-04 taken time and days off are skipped with the reason, and the owner’s streams hear of it', async () => {
    const { practice, id } = await openSeries({ days_off: '[{"from":"2027-12-06","to":"2027-12-06"}]' });
    const { pb, client } = practice;
    await pb.collection('sessions').create({ client, date: '2027-11-29 07:30:00Z' });
    const events = followRecords(server.context);
    await runAt('2026-12-14T09:00:00Z');
    const { sessions, skips } = await occurrencesOf(id);
    assert.deepEqual(skips, ['2027-11-29 taken', '2027-12-06 day_off']);
    assert.deepEqual(sessions.slice(-2), ['2027-11-22', '2027-12-13']);
    const told = (await events()).map(({ collection, action }) => `${action} ${collection}`);
    assert.deepEqual(told.filter((line) => line === 'create series_skips').length, 2);
    const [entry] = (await (await server.signIn(practice)).pb.send('/api/journal', {})).items.filter(
      (item: { subject: string }) => item.subject === 'sessions',
    );
    assert.deepEqual([entry.author, entry.action, entry.count], ['program', 'create', 2]);
    const later = await server.signIn(practice);
    const [profile] = await later.pb.collection('profiles').getFullList();
    await later.pb.collection('profiles').update(profile?.id ?? '', { days_off: [] });
    await runAt('2026-12-15T09:00:00Z');
    assert.deepEqual((await occurrencesOf(id)).skips, skips);
  });

  test('SERIES-04 two nodes at once, and beside a save, plan each occurrence once', async () => {
    const { practice, id, db } = await openSeries();
    const other = db.engine === 'postgres' ? await openDatabase(server.context.config) : db;
    server.clock.now = Temporal.Instant.from('2026-12-20T09:00:00Z');
    const later = await server.signIn(practice);
    const save = async () => {
      const body = { ...ENDLESS, client: practice.client, start: '2026-12-21T12:00' };
      const { digest } = await later.pb.send('/api/series/preview', { method: 'POST', body });
      return later.pb.send('/api/series', { method: 'POST', body: { ...body, digest } });
    };
    const nodes = [server.context, { ...server.context, db: other }, server.context];
    await Promise.all([save(), ...nodes.map((context) => extendSeries(context))]);
    const { sessions } = await occurrencesOf(id);
    assert.deepEqual([sessions.length, new Set(sessions).size, sessions.at(-1)], [57, 57, '2027-12-20']);
    assert.deepEqual(await heldTimeFaults(db.read, practice.owner), []);
    if (other !== db) await other.close();
  });

  it('SERIES-06 a series that is ended, or whose client goes, while the job is about to plan stays without new dates', async () => {
    for (const end of ['end', 'delete'] as const) {
      const { practice, id, db } = await openSeries();
      server.clock.now = Temporal.Instant.from('2027-01-20T09:00:00Z');
      const { pb } = await server.signIn(practice);
      const meanwhile = {
        end: () => pb.send(`/api/series/${id}/end`, { method: 'POST', body: { from: '2027-02-01' } }),
        delete: () => pb.collection('clients').delete(practice.client),
      };
      let call: (() => Promise<unknown>) | undefined = meanwhile[end];
      const write: typeof db.write = async (run, options) => {
        const first = call;
        call = undefined;
        await first?.();
        return db.write(run, options);
      };
      await extendSeries({ ...server.context, db: { ...db, write } });
      const { sessions } = await occurrencesOf(id);
      assert.equal(sessions.at(-1), end === 'end' ? '2027-01-25' : undefined);
      assert.deepEqual(await heldTimeFaults(db.read, practice.owner), []);
    }
  });

  it('SERIES-04 a practice whose time of a run is over goes on in the next, and a broken one keeps no other waiting', async () => {
    const broken = await openSeries();
    const { practice, id, db } = await openSeries();
    const second = await practice.save({ ...ENDLESS, start: '2026-11-23T12:00' });
    const other = await openSeries();
    const zone = (time_zone: string) =>
      db.write(({ trx }) => trx.updateTable('series').set({ time_zone }).where('id', '=', broken.id).execute());
    await zone('Nowhere/Nowhere');
    server.clock.now = Temporal.Instant.from('2026-12-14T09:00:00Z');
    const ahead = async (...ids: string[]) =>
      (await Promise.all(ids.map(occurrencesOf))).filter(({ sessions }) => sessions.at(-1) === '2027-12-13').length;
    await extendSeries(server.context, { ownerMs: 0 });
    assert.deepEqual([await ahead(id, second.series.id), await ahead(other.id), await ahead(broken.id)], [1, 1, 0]);
    await extendSeries(server.context, { ownerMs: 0 });
    assert.equal(await ahead(id, second.series.id), 2);
    await zone('Europe/Moscow');
    await extendSeries(server.context);
    assert.equal(await ahead(broken.id), 1);
  });

  it('SERIES-04 for an archived client nothing more is planned, and from the return on everything ahead', async () => {
    const { practice, id } = await openSeries();
    await practice.pb.collection('clients').update(practice.client, { archived: true });
    await runAt('2027-01-20T09:00:00Z');
    assert.equal((await occurrencesOf(id)).sessions.length, 52);
    const { pb } = await server.signIn(practice);
    await pb.collection('clients').update(practice.client, { archived: false });
    await runAt('2028-01-20T09:00:00Z');
    const { sessions } = await occurrencesOf(id);
    assert.deepEqual([sessions.length, sessions[52], sessions.at(-1)], [104, '2028-01-24', '2029-01-15']);
  });

  it('SERIES-07 a cancelled occurrence is a skip, which neither the job nor a change nor an end taken back repeats', async () => {
    const { practice, id, db } = await openSeries();
    const { pb } = practice;
    const all = await practice.sessions();
    const canceled = [all[1]?.id ?? '', all.at(-1)?.id ?? ''];
    for (const one of canceled) await pb.collection('sessions').update(one, { status: 'canceled' });
    const onDates = async (): Promise<string[]> =>
      (await practice.sessions("occurrence = '2026-11-30' || occurrence = '2027-11-15'")).map((session) => session.id);
    await runAt('2026-12-01T09:00:00Z');
    server.clock.now = NOON;
    assert.deepEqual(await onDates(), canceled);
    const kept = { scope: 'all', session: all[0]?.id };
    await practice.change(id, { ...kept, start: '2026-11-23T10:00', duration: 50 });
    assert.deepEqual(await onDates(), canceled);
    await practice.end(id, '2026-11-24');
    await practice.change(id, { scope: 'all', session: '', until: '' });
    assert.deepEqual(await onDates(), canceled);
    assert.equal((await practice.sessions("status = 'scheduled'")).length, all.length - 2);
    // Deleted later, they leave a skip behind.
    for (const one of canceled) await pb.collection('sessions').delete(one);
    await practice.change(id, { ...kept, start: '2026-11-23T10:00', duration: 45 });
    assert.deepEqual(await onDates(), []);
    assert.deepEqual((await occurrencesOf(id)).skips, ['2026-11-30 deleted', '2027-11-15 deleted']);
    assert.deepEqual(await heldTimeFaults(db.read, practice.owner), []);
  });

  it('SERIES-03 a practice that changes its zone keeps the clock of its series, until the series is changed', async () => {
    server.clock.now = NOON;
    const practice = await seriesPractice(await server.practitioner({ time_zone: 'Europe/Berlin' }));
    const { series } = await practice.save({ ...ENDLESS, start: '2026-11-23T10:00' });
    const utcTimes = async () => [...new Set((await practice.sessions()).map(({ date }) => date.slice(11, 16)))];
    assert.deepEqual(await utcTimes(), ['09:00', '08:00'], 'summer and winter');
    const [profile] = await practice.pb.collection('profiles').getFullList();
    await practice.pb.collection('profiles').update(profile?.id ?? '', { time_zone: 'Asia/Tokyo' });
    await runAt('2026-12-01T09:00:00Z');
    const { read } = server.context.db;
    const added = read.selectFrom('sessions').select('date').where('series', '=', series.id).orderBy('date', 'desc');
    assert.equal((await added.executeTakeFirst())?.date, '2027-11-29 09:00:00.000Z');
    server.clock.now = NOON;
    const [first] = await practice.sessions();
    const moved = await practice.change(series.id, { scope: 'all', session: first?.id, start: '2026-11-23T10:00' });
    assert.equal(moved.series['time_zone'], 'Asia/Tokyo');
    assert.deepEqual(await utcTimes(), ['01:00']);
  });
});
