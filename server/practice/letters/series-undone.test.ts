import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const SILENT = { query: { silent: true } };
const WEEKLY = { start: '2026-12-01T15:00', every_weeks: 1, count: 8 };

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  let clients = 0;
  const open = async () => {
    const anna = await office.practitioner();
    clients += 1;
    const email = `undone${clients}@example.org`;
    const practice = await seriesPractice(anna);
    await anna.pb.collection('clients').update(practice.client, { email, reminders: 'email' });
    const post = (path: string, body: object, options: object) =>
      anna.pb.send(path, { method: 'POST', body, ...options });
    const make = async (options: object, wish: object = WEEKLY) => {
      const { digest } = await practice.preview(wish);
      return (await post('/api/series', { client: practice.client, ...wish, digest }, options)).series;
    };
    const end = (id: string, from: string, options: object) => post(`/api/series/${id}/end`, { from }, options);
    const change = async (id: string, wish: object, options: object) => {
      const { digest } = await practice.previewChange(id, wish);
      return post(`/api/series/${id}/change`, { ...wish, digest }, options);
    };
    const restore = (id: string, until: string, options: object) =>
      change(id, { scope: 'all', session: '', until }, options);
    let seen = 0;
    const all = () => office.taken().filter(({ to }) => to === email);
    const letters = async () => {
      await office.advance({ minutes: 6 });
      const fresh = all().slice(seen);
      seen += fresh.length;
      return fresh.map(({ subject }) => subject);
    };
    const lettersOf = (reminders: 'email' | 'none') =>
      anna.pb.collection('clients').update(practice.client, { reminders });
    return { ...practice, all, make, end, change, restore, letters, lettersOf, until: '2027-01-19' };
  };

  it('LETTER-04 LETTER-10 a series of which no letter was is ended, and comes back within two minutes, without one', async () => {
    for (const [ended, back] of [
      [{}, {}],
      [SILENT, {}],
      [SILENT, SILENT],
      [{}, SILENT],
    ]) {
      const one = await open();
      const { id } = await one.make(SILENT);
      await one.letters();
      // A letter about something else is no letter about the series.
      await one.pb.collection('sessions').create({ client: one.client, date: '2026-12-03 07:00:00.000Z' });
      await one.end(id, '2026-12-10', ended ?? {});
      await office.advance({ seconds: 110 });
      await one.restore(id, one.until, back ?? {});
      assert.equal((await one.sessions(`series = '${id}'`)).length, 8);
      assert.deepEqual(await one.letters(), ['Встреча 3 декабря, 10:00 (по Москве)']);
    }
  });

  it('SESSION-17 what a series ends is foreseen as told once its letter has left, and not before', async () => {
    const one = await open();
    const foreseen = async (id: string) => (await one.previewChange(id, { scope: 'all', session: '' })).told.toSorted();
    const { id: silent } = await one.make(SILENT);
    assert.deepEqual(await foreseen(silent), []);
    const { id } = await one.make({}, { ...WEEKLY, start: '2026-12-02T15:00' });
    assert.deepEqual(await foreseen(id), [], 'it waits');
    await one.letters();
    const sessions = await one.sessions(`series = '${id}'`);
    assert.deepEqual(await foreseen(id), sessions.map((session) => session['id']).toSorted());
    assert.deepEqual(await foreseen(silent), []);
  });

  it('LETTER-04 what comes back with an untold series later, at another hour or beyond its end is told', async () => {
    const late = await open();
    const { id } = await late.make(SILENT);
    await late.end(id, '2026-12-10', {});
    await office.advance({ minutes: 3 });
    await late.restore(id, late.until, {});
    assert.deepEqual(await late.letters(), ['Встречи назначены, первая 15 декабря, 15:00 (по Москве)'], 'later');
    const longer = await open();
    const { id: other } = await longer.make(SILENT);
    await longer.end(other, '2026-12-10', {});
    await longer.restore(other, '2027-01-26', {});
    assert.deepEqual(await longer.letters(), ['Встреча 26 января 2027 года, 15:00 (по Москве)'], 'beyond its end');
    const waiting = await open();
    const { id: told } = await waiting.make({});
    await waiting.end(told, '2026-12-10', {});
    await waiting.restore(told, waiting.until, {});
    assert.deepEqual(await waiting.letters(), ['Встречи назначены, первая 1 декабря, 15:00 (по Москве)'], 'it waited');
    assert.equal(
      waiting
        .all()
        .at(-1)
        ?.calendar.match(/BEGIN:VEVENT/g)?.length,
      8,
    );
  });

  it('LETTER-04 a told series that is ended and comes back while letters are off is the one that its client knows', async () => {
    for (const isOffAtReturn of [true, false]) {
      const one = await open();
      const { id } = await one.make({});
      assert.equal((await one.letters()).length, 1);
      const known = one.all().at(-1)?.calendar ?? '';
      await one.lettersOf('none');
      await one.end(id, '2026-12-10', {});
      await office.advance({ seconds: 30 });
      if (isOffAtReturn) await one.restore(id, one.until, {});
      await office.advance({ minutes: 5 });
      await one.lettersOf('email');
      if (!isOffAtReturn) await one.restore(id, one.until, {});
      assert.deepEqual(await one.letters(), []);
      const [, , third] = await one.sessions(`series = '${id}'`);
      await one.pb.collection('sessions').update(third?.id ?? '', { date: '2026-12-16 12:00:00.000Z' });
      assert.deepEqual(await one.letters(), ['Встреча перенесена: 16 декабря, 15:00 (по Москве)']);
      const [, uid = ''] = /^UID:(.*)\r$/m.exec(one.all().at(-1)?.calendar ?? '') ?? [];
      assert.ok(uid !== '' && known.includes(uid), 'the event that their calendar has');
    }
  });

  it('LETTER-04 a deleted session comes back after another one took its place in the client’s calendar', async () => {
    const one = await open();
    const sessions = one.pb.collection('sessions');
    const plan = { client: one.client, date: '2026-12-05 08:00:00.000Z' };
    const { id } = await sessions.create(plan);
    assert.equal((await one.letters()).length, 1);
    await sessions.delete(id);
    const { id: other } = await sessions.create(plan);
    assert.deepEqual(await one.letters(), [], 'the client knows that hour');
    await sessions.update(other, { date: '2026-12-05 10:00:00.000Z' });
    await one.pb.send(`/api/sessions/${id}/restore`, { method: 'POST' });
    assert.deepEqual((await one.letters()).toSorted(), [
      'Встреча 5 декабря, 11:00 (по Москве)',
      'Встреча перенесена: 5 декабря, 13:00 (по Москве)',
    ]);
    const uids = one.all().map(({ calendar }) => /^UID:(.*)\r$/m.exec(calendar)?.[1]);
    assert.equal(new Set(uids).size, 2, 'both are in the calendar');
  });

  it('LETTER-04 a session that gave its place in the client’s calendar and got it back is called off by its name', async () => {
    const one = await open();
    const sessions = one.pb.collection('sessions');
    const plan = { client: one.client, date: '2026-12-05 08:00:00.000Z' };
    const { id } = await sessions.create(plan);
    await one.letters();
    await sessions.delete(id);
    const { id: other } = await sessions.create(plan);
    await sessions.delete(other);
    await one.pb.send(`/api/sessions/${id}/restore`, { method: 'POST' });
    assert.deepEqual(await one.letters(), [], 'the client knows it');
    await sessions.update(id, { status: 'canceled' });
    assert.deepEqual(await one.letters(), ['Встреча отменена: 5 декабря, 11:00 (по Москве)']);
    assert.match(one.all().at(-1)?.calendar ?? '', new RegExp(`UID:${id}@kabinet`));
  });
});
