import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readZoneRules } from '#domain/series/zone-rules.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { applyZoneRules } from '#server/practice/series/apply-zone-rules.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON, onServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const SIX = { start: '2026-11-23T10:00', every_weeks: 1, count: 6 };

onServer((server, engine) => {
  const it = sameOnBoth(engine);
  /**
   * A practice with series in Yerevan (+4) that are then relabelled as in Moscow (+3), as if Moscow had had that
   * offset.
   */
  const openPractice = async (version: string) => {
    server.clock.now = NOON;
    const practice = await seriesPractice(await server.practitioner({ time_zone: 'Asia/Yerevan' }));
    const { series } = await practice.save(SIX);
    const neighbour = await practice.save({ ...SIX, start: '2026-11-23T11:00' });
    const { db } = server.context;
    const row = { zone: 'Europe/Moscow', version, rules: JSON.stringify(readZoneRules('Asia/Yerevan', NOON)) };
    await db.write(async ({ trx }) => {
      await trx.updateTable('series').set({ time_zone: row.zone }).where('user', '=', practice.owner).execute();
      await trx.deleteFrom('zone_rules').where('zone', '=', row.zone).execute();
      await trx.insertInto('zone_rules').values(row).execute();
    });
    const timesOf = async (id: string) =>
      (await practice.sessions(`series = '${id}'`)).map(({ date }) => date.slice(5, 16).replace(' ', 'T'));
    const sound = async () => assert.deepEqual(await heldTimeFaults(db.read, practice.owner), []);
    return { practice, id: series.id, second: neighbour.series.id, timesOf, sound };
  };
  const entriesOf = async ({ owner }: { owner: string }) =>
    server.context.db.read
      .selectFrom('journal')
      .select(['count', 'fields'])
      .where('user', '=', owner)
      .where('author', '=', 'program')
      .execute();

  it('SERIES-03 new rules of a zone keep the clock of what a series has planned, and the journal has the change', async () => {
    const { practice, id, second, timesOf, sound } = await openPractice('2000a');
    const { pb, client } = practice;
    const ids = (await practice.sessions(`series = '${id}'`)).map((session) => session.id);
    const change = (place: number, values: object) => pb.collection('sessions').update(ids[place] ?? '', values);
    await change(1, { news: 'Написано заранее' });
    await change(2, { date: '2026-12-07 12:00:00Z' });
    await change(3, { status: 'canceled' });
    const [, , , , fifth] = await practice.sessions(`series = '${second}'`);
    await pb.collection('sessions').delete(fifth?.id ?? '');
    await pb.collection('sessions').create({ client, date: '2026-12-21 07:30:00Z' });
    server.clock.now = Temporal.Instant.from('2026-11-23T06:30:00Z');
    await applyZoneRules(server.context);
    // The first has begun, and the fifth would overlap another session.
    const days = ['11-23T06', '11-30T07', '12-07T12', '12-14T06', '12-21T06', '12-28T07'];
    assert.deepEqual(
      await timesOf(id),
      days.map((day) => `${day}:00`),
    );
    assert.equal((await timesOf(second))[1], '11-30T08:00');
    const [written] = await practice.sessions(`id = '${ids[1]}'`);
    assert.equal(written?.['news'], 'Написано заранее');
    const [entry, ...more] = await entriesOf(practice);
    assert.deepEqual([entry?.count, more], [7, []]);
    assert.ok(entry?.fields.includes('"date"'));
    await sound();
    await applyZoneRules(server.context);
    assert.equal((await entriesOf(practice)).length, 1);
  });

  test('SERIES-03 two nodes that start with new rules move each session once, and one with older rules none', async () => {
    const { practice, id, timesOf, sound } = await openPractice('2000a');
    const { db, config } = server.context;
    const other = db.engine === 'postgres' ? await openDatabase(config) : db;
    await Promise.all([server.context, { ...server.context, db: other }].map((context) => applyZoneRules(context)));
    if (other !== db) await other.close();
    assert.deepEqual([...new Set((await timesOf(id)).map((time) => time.slice(6)))], ['07:00']);
    assert.equal((await entriesOf(practice)).length, 1);
    await sound();
    const newer = await openPractice('9999z');
    await applyZoneRules(server.context);
    assert.deepEqual([...new Set((await newer.timesOf(newer.id)).map((time) => time.slice(6)))], ['06:00']);
    assert.deepEqual(await entriesOf(newer.practice), []);
  });

  it('SERIES-03 a practice that cannot follow keeps no other from it, and follows once it can', async () => {
    const [broken, sound] = [await openPractice('2000a'), await openPractice('2000a')];
    const { db } = server.context;
    const [first] = await broken.practice.sessions(`series = '${broken.id}'`);
    const occursOn = (occurrence: string) =>
      db.write(({ trx }) =>
        trx
          .updateTable('sessions')
          .set({ occurrence })
          .where('id', '=', first?.id ?? '')
          .execute(),
      );
    await occursOn('');
    await applyZoneRules(server.context);
    assert.deepEqual([...new Set((await sound.timesOf(sound.id)).map((time) => time.slice(6)))], ['07:00']);
    assert.deepEqual([...new Set((await broken.timesOf(broken.id)).map((time) => time.slice(6)))], ['06:00']);
    await occursOn(first?.['occurrence']);
    await applyZoneRules(server.context);
    assert.deepEqual([...new Set((await broken.timesOf(broken.id)).map((time) => time.slice(6)))], ['07:00']);
    assert.equal((await entriesOf(sound.practice)).length, 1);
  });

  test('SERIES-03 the rules of each zone with a series are remembered', async () => {
    const practice = await seriesPractice(await server.practitioner({ time_zone: 'Europe/Berlin' }));
    await practice.save(SIX);
    await applyZoneRules(server.context);
    const { read } = server.context.db;
    const row = await read.selectFrom('zone_rules').selectAll().where('zone', '=', 'Europe/Berlin').executeTakeFirst();
    assert.equal(row?.version, process.versions['tz']);
    assert.deepEqual(JSON.parse(row?.rules ?? ''), readZoneRules('Europe/Berlin', server.clock.now));
  });
});
