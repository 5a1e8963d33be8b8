import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { planReminders } from '#server/practice/letters/plan-due-reminders.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice, type TakenLetter } from '#proofs/support/letters/letter-office.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

/** Tuesday, in Moscow; the hours after it. */
const TEN = '2026-12-01 07:00:00.000Z';
const ELEVEN = '2026-12-01 08:00:00.000Z';
const TWELVE = '2026-12-01 09:00:00.000Z';
const WEEKLY = { start: '2026-12-01T15:00', every_weeks: 1 };

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  let clients = 0;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  /** A practice with one client, and the letters to that client since a call of `since`. */
  const open = async (profile: object = {}) => {
    const anna = await office.practitioner(profile);
    clients += 1;
    const email = `told${clients}@example.org`;
    const client = await anna.client({ email });
    let seen = 0;
    const all = (): TakenLetter[] => office.taken().filter(({ to }) => to === email);
    const since = async (): Promise<TakenLetter[]> => {
      await office.settle();
      const fresh = all().slice(seen);
      seen += fresh.length;
      return fresh;
    };
    const subjects = async () => (await since()).map(({ subject }) => subject);
    return { ...anna, anna, client, email, all, since, subjects, sessions: anna.pb.collection('sessions') };
  };
  const field = (calendar: string, name: string): string[] =>
    [...calendar.replaceAll('\r\n ', '').matchAll(new RegExp(`^${name}[:;](.*)\r$`, 'gm'))].map(
      ([, value = '']) => value,
    );

  it('LETTER-04 what is undone within two minutes sends nothing, whatever it was', async () => {
    const one = await open();
    const session = await one.session(one.client, TEN);
    await one.sessions.delete(session);
    assert.deepEqual(await one.subjects(), [], 'planned and deleted');
    const told = await one.session(one.client, TEN);
    await one.since();
    await one.sessions.update(told, { date: ELEVEN });
    await one.sessions.update(told, { duration: 90 });
    await one.sessions.update(told, { date: TEN, duration: 60 });
    await one.sessions.update(told, { status: 'canceled' });
    await one.sessions.update(told, { status: 'scheduled' });
    assert.deepEqual(await one.subjects(), []);
    await one.pb.collection('clients').update(one.client, { reminders: 'none' });
    const untold = await one.session(one.client, TWELVE);
    await one.pb.collection('clients').update(one.client, { reminders: 'email' });
    await one.sessions.update(untold, { date: '2026-12-02 09:00:00.000Z' });
    await one.sessions.update(untold, { date: TWELVE });
    assert.deepEqual(await one.subjects(), [], 'of a meeting that no letter named');
  });

  it('LETTER-04 what was moved without a letter, is called off and comes back sends none', async () => {
    const one = await open();
    const SILENT = { query: { silent: true } };
    const { id } = await one.sessions.create({ client: one.client, date: TEN }, SILENT);
    const later = (seconds: number) => (office.server.clock.now = office.server.clock.now.add({ seconds }));
    later(1200);
    await one.sessions.update(id, { date: ELEVEN }, SILENT);
    later(30);
    await one.sessions.update(id, { status: 'canceled' });
    later(5);
    await one.sessions.update(id, { status: 'scheduled' });
    assert.deepEqual(await one.subjects(), []);
  });

  it('LETTER-04 what is moved while it is called off, and comes back, is another meeting', async () => {
    const one = await open();
    const reserved = await one.session(one.client, TEN, { status: 'reserved' });
    office.server.clock.now = office.server.clock.now.add({ seconds: 600 });
    await one.sessions.update(reserved, { status: 'canceled' });
    await one.sessions.update(reserved, { date: ELEVEN });
    await one.sessions.update(reserved, { status: 'scheduled' });
    assert.deepEqual(await one.subjects(), ['Встреча 1 декабря, 11:00 (по Москве)']);
  });

  it('LETTER-04 what comes back of a meeting that no letter named sends nothing, and a planned one is told all the same', async () => {
    const one = await open();
    const { id: silent } = await one.sessions.create({ client: one.client, date: TEN }, { query: { silent: true } });
    for (const waits of [1, 600]) {
      office.server.clock.now = office.server.clock.now.add({ seconds: waits });
      await one.sessions.update(silent, { status: 'canceled' });
      await one.sessions.update(silent, { status: 'scheduled' });
      assert.deepEqual(await one.subjects(), [], `called off after ${waits} seconds`);
      await one.sessions.delete(silent);
      await one.pb.send(`/api/sessions/${silent}/restore`, { method: 'POST' });
      assert.deepEqual(await one.subjects(), [], `deleted after ${waits} seconds`);
    }
    await one.sessions.update(silent, { status: 'canceled' });
    await one.sessions.update(silent, { status: 'scheduled', date: ELEVEN });
    assert.deepEqual(await one.subjects(), ['Встреча 1 декабря, 11:00 (по Москве)'], 'at another hour');
    office.server.clock.now = office.server.clock.now.add({ minutes: 10 });
    const { id: late } = await one.sessions.create({ client: one.client, date: TWELVE }, { query: { silent: true } });
    await one.sessions.update(late, { status: 'canceled' });
    office.server.clock.now = office.server.clock.now.add({ minutes: 3 });
    await one.sessions.update(late, { status: 'scheduled' });
    assert.deepEqual(await one.subjects(), ['Встреча 1 декабря, 12:00 (по Москве)'], 'three minutes later');
    const planned = await one.session(one.client, '2026-12-02 07:00:00.000Z');
    await one.sessions.update(planned, { status: 'canceled' });
    await one.sessions.update(planned, { status: 'scheduled' });
    assert.deepEqual(await one.subjects(), ['Встреча 2 декабря, 10:00 (по Москве)'], 'a letter waited');
    office.server.clock.now = office.server.clock.now.add({ minutes: 10 });
    const off = await one.session(one.client, '2026-12-03 07:00:00.000Z', { status: 'canceled' });
    await one.sessions.update(off, { status: 'scheduled' });
    assert.deepEqual(await one.subjects(), ['Встреча 3 декабря, 10:00 (по Москве)'], 'it was no meeting before');
  });

  it('LETTER-04 a cancellation names the hour that was told last, and what was never told is not called off', async () => {
    const one = await open();
    const session = await one.session(one.client, TEN);
    await one.since();
    await one.sessions.update(session, { date: ELEVEN });
    await one.sessions.delete(session);
    const [off, ...more] = await one.since();
    assert.equal(off?.subject, 'Встреча отменена: 1 декабря, 10:00 (по Москве)');
    assert.deepEqual([field(off?.calendar ?? '', 'DTSTART'), more], [['20261201T070000Z'], []]);
    const reserved = await one.session(one.client, TWELVE);
    await one.since();
    await one.sessions.update(reserved, { status: 'reserved' });
    assert.deepEqual(await one.subjects(), [], 'reserved is no news');
    await one.sessions.delete(reserved);
    assert.deepEqual(await one.subjects(), ['Встреча отменена: 1 декабря, 12:00 (по Москве)']);
  });

  it('LETTER-04 LETTER-05 a changed length or place is told, with the hour in one letter, and calendars take it', async () => {
    const one = await open({ place_address: 'Тверская, 1' });
    const session = await one.session(one.client, TEN);
    await one.since();
    await one.sessions.update(session, { duration: 90 });
    const [longer] = await one.since();
    assert.equal(longer?.subject, 'Изменилась длительность: встреча 1 декабря, 10:00 (по Москве)');
    assert.deepEqual(field(longer?.calendar ?? '', 'DTEND'), ['20261201T083000Z']);
    assert.deepEqual(field(longer?.calendar ?? '', 'SEQUENCE'), ['1']);
    await one.sessions.update(session, { place: 'Парк' });
    const [elsewhere] = await one.since();
    assert.equal(elsewhere?.subject, 'Изменилось место: встреча 1 декабря, 10:00 (по Москве)');
    assert.match(elsewhere?.text ?? '', /^Где: Парк$/m);
    await one.sessions.update(session, { place: '', date: ELEVEN });
    const [moved, ...more] = await one.since();
    assert.deepEqual([moved?.subject, more], ['Встреча перенесена: 1 декабря, 11:00 (по Москве)', []]);
    assert.match(moved?.text ?? '', /^Где: Тверская, 1$/m);
    assert.deepEqual(await one.told("kind = 'session-changed'"), ['session-changed sent', 'session-changed sent']);
  });

  it('PLACE-03 a new place of the practice or of a client is told in one letter a client, of told meetings alone', async () => {
    const one = await open();
    const other = await one.anna.client({ email: `beside-${one.email}`, place: 'online' });
    for (const date of [TEN, '2026-12-08 07:00:00.000Z']) await one.session(one.client, date);
    await one.session(other, ELEVEN);
    await office.settle();
    await one.sessions.create({ client: one.client, date: TWELVE }, { query: { silent: true } });
    await one.since();
    const profiles = one.pb.collection('profiles');
    const { id } = await profiles.getFirstListItem('');
    const count = office.taken().length;
    await profiles.update(id, { place_address: 'Арбат, 2' });
    const [letter, ...more] = await one.since();
    assert.deepEqual([letter?.subject, more], ['Изменилось место, первая встреча 1 декабря, 10:00 (по Москве)', []]);
    assert.match(letter?.text ?? '', /^Где: Арбат, 2$/m);
    assert.equal(letter?.text.match(/\/visit#token=/g)?.length, 2, 'each listed meeting has its own page');
    assert.deepEqual(field(letter?.calendar ?? '', 'LOCATION'), [String.raw`Арбат\, 2`, String.raw`Арбат\, 2`]);
    assert.equal(office.taken().length, count + 1, 'who is met online hears nothing');
    await profiles.update(id, { place_address: 'Тверская, 1' }, { query: { silent: true } });
    await one.pb.collection('clients').update(other, { place: 'office' });
    await office.settle();
    assert.match(office.taken().at(-1)?.to ?? '', /^beside-/);
    assert.equal(office.taken().length, count + 2);
  });

  it('PLACE-03 a new place says nothing of a meeting that its client was not told of, or was told to be off', async () => {
    const one = await open({ place_address: 'Тверская 1' });
    const second = await one.anna.client({ email: 'unaware@example.org', name: 'Борис Петров' });
    const given = await one.session(one.client, TEN);
    const off = await one.session(one.client, ELEVEN);
    await one.sessions.update(off, { status: 'canceled' });
    await one.since();
    const told = await one.session(one.client, TWELVE);
    await one.since();
    await one.sessions.update(told, { status: 'canceled' });
    await one.since();
    await one.sessions.update(told, { status: 'scheduled' }, { query: { silent: true } });
    await one.sessions.update(given, { client: second }, { query: { silent: true } });
    const profile = await one.pb.collection('profiles').getFirstListItem('');
    await one.pb.collection('profiles').update(profile.id, { place_address: 'Арбат 2' });
    assert.deepEqual(await one.subjects(), []);
    assert.ok(!office.taken().some(({ to }) => to === 'unaware@example.org'));
  });

  it('LETTER-10 what was silent is told by the next press that writes, and what waits is dropped', async () => {
    const one = await open();
    const session = await one.session(one.client, TEN);
    await one.since();
    await one.sessions.update(session, { date: ELEVEN }, { query: { silent: true } });
    assert.deepEqual(await one.subjects(), []);
    await one.sessions.update(session, { duration: 90 });
    const [letter] = await one.since();
    assert.equal(letter?.subject, 'Встреча перенесена: 1 декабря, 11:00 (по Москве)');
    assert.match(letter?.text ?? '', /90 минут/);
    await one.sessions.update(session, { date: TWELVE });
    await one.sessions.update(session, { duration: 60 }, { query: { silent: true } });
    assert.deepEqual(await one.subjects(), []);
    const batch = one.pb.createBatch();
    batch.collection('sessions').update(session, { date: TEN }, { query: { silent: true } });
    batch.collection('sessions').create({ client: one.client, date: '2026-12-03 07:00:00.000Z' });
    await batch.send();
    assert.deepEqual(await one.subjects(), ['Встреча 3 декабря, 10:00 (по Москве)'], 'each request for itself');
    await planReminders(office.server.context);
    office.server.clock.now = Temporal.Instant.from('2026-11-30T07:00:00Z');
    assert.deepEqual(await one.subjects(), ['Напоминание: встреча 1 декабря, 10:00 (по Москве)']);
  });

  it('LETTER-10 a session that is saved without a letter as it is takes back the letter that waits', async () => {
    const one = await open();
    const session = await one.session(one.client, TEN);
    await one.since();
    await one.sessions.update(session, { date: ELEVEN, seen: { date: TEN, status: 'scheduled' } });
    const seen = { date: ELEVEN, status: 'scheduled' };
    await one.sessions.update(session, { date: ELEVEN, seen, allowOverlap: true }, { query: { silent: true } });
    assert.deepEqual(await one.subjects(), [], 'the move was silenced');
    await one.sessions.update(session, { date: TEN });
    assert.deepEqual(await one.subjects(), [], 'and taken back');
    await one.sessions.update(session, { date: ELEVEN });
    await one.sessions.update(session, { date: ELEVEN });
    assert.deepEqual(await one.subjects(), ['Встреча перенесена: 1 декабря, 11:00 (по Москве)'], 'saved again');
  });

  it('LETTER-04 a deleted session comes back under its id within two minutes, with its place in the series, and nothing is sent', async () => {
    const one = await open();
    const practice = await seriesPractice(one.anna);
    await one.pb.collection('clients').update(practice.client, { email: `of-${one.email}` });
    const { series } = await practice.save({ ...WEEKLY, count: 8 });
    await office.settle();
    const count = office.taken().length;
    const [, second] = await practice.sessions();
    assert.ok(second);
    const again = { id: second.id, client: practice.client, date: second.date };
    await one.sessions.delete(second.id);
    const skips = () => one.pb.collection('series_skips').getFullList();
    assert.equal((await skips()).length, 1);
    await office.advance({ seconds: 110 });
    const back = await one.pb.send(`/api/sessions/${second.id}/restore`, { method: 'POST' });
    assert.deepEqual([back['series'], back['occurrence']], [series.id, second.occurrence]);
    assert.deepEqual(await skips(), []);
    await office.settle();
    assert.deepEqual(office.taken().slice(count), []);
    await one.sessions.delete(second.id);
    await office.settle();
    const late = await one.sessions.create(again);
    assert.deepEqual(
      [late['series'], (await skips()).length],
      ['', 1],
      'one that is created under its id is a session of its own',
    );
    await office.settle();
    const files = office.taken().slice(count);
    assert.deepEqual(
      files.map(({ subject }) => subject.split(':')[0]),
      ['Встреча отменена', 'Встреча 8 декабря, 15'],
    );
    assert.deepEqual(
      files.flatMap(({ calendar }) => [...field(calendar, 'UID'), ...field(calendar, 'SEQUENCE')]),
      [`${second.id}@kabinet`, '1', `${second.id}@kabinet`, '2'],
    );
  });

  it('LETTER-04 LETTER-05 a series is told with its dates, links and file; its change as a move, its end calls off each, an undo nothing', async () => {
    const one = await open();
    const practice = await seriesPractice(one.anna);
    const email = `serial-${one.email}`;
    await one.pb.collection('clients').update(practice.client, { email });
    const letters = async () => {
      await office.settle();
      return office.taken().filter(({ to }) => to === email);
    };
    const { series } = await practice.save({ ...WEEKLY, count: 8 });
    const [planned] = await letters();
    assert.match(planned?.text ?? '', /Всего 8 встреч, последняя 19 января 2027 года/);
    assert.equal(planned?.text.match(/\/visit#token=/g)?.length, 6);
    assert.deepEqual(field(planned?.calendar ?? '', 'METHOD'), ['PUBLISH']);
    const uids = field(planned?.calendar ?? '', 'UID');
    assert.equal(new Set(uids).size, 8);
    const [first] = await practice.sessions();
    await practice.change(series.id, { scope: 'all', session: first?.id ?? '', start: '2026-12-01T16:00' });
    const [, moved] = await letters();
    assert.equal(moved?.subject, 'Встречи перенесены. Теперь по вторникам в 16:00, начиная с 1 декабря (было 15:00)');
    assert.deepEqual(field(moved?.calendar ?? '', 'UID'), uids);
    assert.deepEqual(new Set(field(moved?.calendar ?? '', 'SEQUENCE')), new Set(['1']));
    await practice.end(series.id, '2026-12-15');
    await practice.change(series.id, { scope: 'all', session: '', until: '2027-01-19' });
    assert.equal((await letters()).length, 2, 'ended and taken back');
    const again = (await practice.sessions())[4];
    await one.sessions.update(again?.id ?? '', { date: '2026-12-30 13:00:00.000Z' });
    const [, , late] = await letters();
    assert.deepEqual(field(late?.calendar ?? '', 'UID'), [uids[4]], 'calendars know it by its first name');
    await practice.end(series.id, '2026-12-01');
    const [, , , off] = await letters();
    assert.deepEqual(field(off?.calendar ?? '', 'METHOD'), ['CANCEL']);
    assert.deepEqual(field(off?.calendar ?? '', 'UID'), uids.toSpliced(4, 1));
    assert.deepEqual(new Set(field(off?.calendar ?? '', 'STATUS')), new Set(['CANCELLED']));
    assert.match(off?.text ?? '', /И все следующие, кроме этих:\s+Встреча 30 декабря, 16:00/);
  });

  it('LETTER-04 LETTER-10 a series that was ended without a letter and comes back is the one that its client knows', async () => {
    const one = await open();
    const practice = await seriesPractice(one.anna);
    const email = `ended-${one.email}`;
    await one.pb.collection('clients').update(practice.client, { email });
    const letters = async () => {
      await office.settle();
      return office.taken().filter(({ to }) => to === email);
    };
    const { series } = await practice.save({ ...WEEKLY, count: 8 });
    const [planned] = await letters();
    const end = { method: 'POST', body: { from: '2026-12-15' }, query: { silent: true } };
    await one.pb.send(`/api/series/${series.id}/end`, end);
    await practice.change(series.id, { scope: 'all', session: '', until: '2027-01-19' });
    assert.equal((await letters()).length, 1, 'its client knows all dates');
    await practice.end(series.id, '2026-12-01');
    const [, off] = await letters();
    assert.deepEqual(field(off?.calendar ?? '', 'UID'), field(planned?.calendar ?? '', 'UID'));
    assert.deepEqual(new Set(field(off?.calendar ?? '', 'STATUS')), new Set(['CANCELLED']));
  });

  it('LETTER-05 the end of a series takes back the meeting that a reminder carried', async () => {
    const one = await open();
    const practice = await seriesPractice(one.anna);
    const { series } = await practice.save({ ...WEEKLY, count: 8 });
    const email = `reminded-${one.email}`;
    await one.pb.collection('clients').update(practice.client, { email });
    office.server.clock.now = Temporal.Instant.from('2026-11-30T12:00:00Z');
    await office.send();
    const { end } = await seriesCalls(one.anna);
    await end(series.id, '2026-12-01');
    await office.settle();
    const [reminder, off, ...more] = office.taken().filter(({ to }) => to === email);
    assert.match(reminder?.subject ?? '', /^Напоминание/);
    assert.equal(off?.subject, 'Встреча отменена: 1 декабря, 15:00 (по Москве)');
    assert.deepEqual(field(off?.calendar ?? '', 'UID'), field(reminder?.calendar ?? '', 'UID'));
    assert.deepEqual(more, [], 'no letter told of the others');
  });

  const seriesCalls = async (anna: Parameters<LetterOffice['server']['signIn']>[0]) => {
    const { pb } = await office.server.signIn(anna);
    const end = (id: string, from: string) => pb.send(`/api/series/${id}/end`, { method: 'POST', body: { from } });
    return { end };
  };

  it('LETTER-04 a vacation sends one letter a client, which names all meetings, also where it comes in several calls', async () => {
    const one = await open();
    const other = await open();
    const both = [await one.session(one.client, TEN), await one.session(one.client, '2026-12-03 07:00:00.000Z')];
    const third = await one.session(one.client, '2026-12-04 07:00:00.000Z');
    const beside = await one.anna.client({ email: other.email });
    const theirs = [await one.session(beside, ELEVEN), await one.session(beside, '2026-12-04 08:00:00.000Z')];
    await one.since();
    await other.since();
    const cancel = async (ids: readonly string[], status = 'canceled') => {
      const batch = one.pb.createBatch();
      for (const id of ids) batch.collection('sessions').update(id, { status });
      await batch.send();
    };
    await cancel([...both, theirs[0] ?? '']);
    await cancel([third, theirs[1] ?? '']);
    await cancel(theirs, 'scheduled');
    const [letter, ...more] = await one.since();
    assert.deepEqual([letter?.subject, more], ['Встречи отменены, первая 1 декабря, 10:00 (по Москве)', []]);
    for (const day of ['1', '3', '4'])
      assert.match(letter?.text ?? '', new RegExp(`^Встреча ${day} декабря, 10:00`, 'm'));
    assert.doesNotMatch(letter?.text ?? '', /все следующие|visit#/);
    assert.equal(field(letter?.calendar ?? '', 'UID').length, 3);
    assert.deepEqual(await other.subjects(), [], 'taken back');
  });

  it('LETTER-04 what the client presses goes at once, and what the practitioner does after it is told against that', async () => {
    const one = await open();
    const session = await one.session(one.client, TEN);
    const [planned] = await one.since();
    const token = /\/visit#token=([\w-]+)/.exec(planned?.text ?? '')?.[1] ?? '';
    const move = (seen: string, start: string) =>
      office.server.visitor().send('/api/visit/move', { method: 'POST', body: { token, seen, start } });
    await move('2026-12-01T07:00:00Z', '2026-12-01T08:00:00Z');
    await office.send();
    assert.equal(one.all().at(-1)?.subject, 'Встреча перенесена: 1 декабря, 11:00 (по Москве)');
    await one.since();
    office.smtp.behaviour = 'busy';
    await move('2026-12-01T08:00:00Z', '2026-12-01T09:00:00Z');
    await office.send();
    await one.sessions.update(session, { date: ELEVEN });
    office.smtp.behaviour = 'accept';
    await office.settle();
    assert.equal(one.all().at(-1)?.subject, 'Встреча перенесена: 1 декабря, 11:00 (по Москве)');
    assert.equal((await one.since()).length, 1, 'the page showed them noon');
  });

  it('LETTER-04 the calendar of a client follows their own press, whatever the practitioner undoes behind it', async () => {
    const one = await open();
    const session = await one.session(one.client, TEN);
    const [planned] = await one.since();
    const token = /\/visit#token=([\w-]+)/.exec(planned?.text ?? '')?.[1] ?? '';
    const body = { token, seen: '2026-12-01T07:00:00Z', start: '2026-12-01T09:00:00Z' };
    office.smtp.behaviour = 'busy';
    await office.server.visitor().send('/api/visit/move', { method: 'POST', body });
    await office.send();
    await one.sessions.update(session, { date: ELEVEN });
    await one.sessions.update(session, { date: TWELVE });
    office.smtp.behaviour = 'accept';
    await office.settle();
    const [noon, ...more] = await one.since();
    assert.deepEqual([noon?.subject, more], ['Встреча перенесена: 1 декабря, 12:00 (по Москве)', []]);
    assert.deepEqual(field(noon?.calendar ?? '', 'DTSTART'), ['20261201T090000Z']);
  });

  it('LETTER-04 letters switched off and on within two minutes plan anew what was dropped', async () => {
    const one = await open();
    const profiles = one.pb.collection('profiles');
    const { id } = await profiles.getFirstListItem('');
    const ways = [
      [() => profiles.update(id, { client_letters: false }), () => profiles.update(id, { client_letters: true })],
      [
        () => one.pb.collection('clients').update(one.client, { reminders: 'none' }),
        () => one.pb.collection('clients').update(one.client, { reminders: 'email' }),
      ],
    ] as const;
    for (const [at, [off, on]] of ways.entries()) {
      await one.session(one.client, at === 0 ? TEN : ELEVEN);
      await off();
      await office.advance({ seconds: 30 });
      await on();
      assert.deepEqual(await one.subjects(), [`Встреча 1 декабря, 1${at}:00 (по Москве)`]);
    }
    const dropped = await one.session(one.client, TWELVE);
    await profiles.update(id, { client_letters: false });
    await office.settle();
    await office.advance({ seconds: 1 });
    await profiles.update(id, { client_letters: true });
    assert.deepEqual(await one.subjects(), [], 'later it is not told by itself');
    await one.sessions.update(dropped, { duration: 90 });
    assert.deepEqual(
      await one.subjects(),
      ['Встреча 1 декабря, 12:00 (по Москве)'],
      'the next letter names what holds',
    );
  });

  it('LETTER-04 no reminder leaves before the letter about its meeting', async () => {
    const one = await open();
    office.server.clock.now = Temporal.Instant.from('2026-11-30T06:59:30Z');
    const anna = await office.server.signIn(one.anna);
    const session = await anna.pb.collection('sessions').create({ client: one.client, date: TEN });
    await office.advance({ minutes: 1 });
    await planReminders(office.server.context);
    assert.deepEqual(await one.subjects(), ['Встреча 1 декабря, 10:00 (по Москве)']);
    await office.advance({ minutes: 10 });
    assert.deepEqual(await one.subjects(), []);
    assert.deepEqual(await one.told(`session = '${session.id}' && kind = 'session-reminder'`), [
      'session-reminder dropped',
    ]);
  });

  it('LETTER-02 LETTER-04 an approval settles as every press does, and says what holds by then', async () => {
    const one = await open();
    const ask = async (email: string, start: string) => {
      const body = { name: 'Олег Смирнов', phone: `+7 916 555-00-0${email.length % 10}`, start, email };
      const path = `/api/booking-page/${one.bookingHash}`;
      const { id } = await office.server.visitor().send<{ id: string }>(path, { method: 'POST', body });
      await office.send();
      return one.pb.send<{ session: { id: string } }>(`/api/booking/${id}/approve`, { method: 'POST', body: {} });
    };
    const to = (email: string) => office.taken().flatMap(({ to: each, subject }) => (each === email ? [subject] : []));
    const moved = await ask(`moved-${one.email}`, '2026-12-02T07:00:00Z');
    await office.advance({ seconds: 100 });
    assert.equal(to(`moved-${one.email}`).length, 1);
    await one.sessions.update(moved.session.id, { date: '2026-12-02 08:00:00.000Z' });
    await office.settle();
    assert.deepEqual(to(`moved-${one.email}`).slice(1), ['Подтверждено: встреча 2 декабря, 11:00 (по Москве)']);
    const gone = await ask(`gone-${one.email}`, '2026-12-03T07:00:00Z');
    await one.sessions.delete(gone.session.id);
    await office.settle();
    assert.deepEqual(to(`gone-${one.email}`).slice(1), ['Не получилось записать'], 'they were told that it came');
  });
});
