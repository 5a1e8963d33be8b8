import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type PocketBase from 'pocketbase';
import { exported, imported } from '#proofs/support/archive.ts';
import { importTable } from '#proofs/support/csv.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { followRecords } from '#proofs/support/followed-records.ts';
import { type LetterOffice, type LetterPractice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';
import { NOON, refusalOf } from '#proofs/support/test-server.ts';
import { parseLetter } from '#server/ground/mail/read-letters.ts';
import { releaseOldRequests } from '#server/practice/booking/release-old-requests.ts';
import { forgetNews } from '#server/practice/news/write-news.ts';
import { extendSeries } from '#server/practice/series/extend-series.ts';

/** Friday, 14:00 and 15:30 in Moscow, and Monday, 10:00. */
const FRIDAY = '2026-12-04 11:00:00.000Z';
const LATER = '2026-12-04 12:30:00.000Z';
const MONDAY = '2026-12-07 07:00:00.000Z';
const LINK = /#token=([\w-]+)/;

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => {
    office.server.clock.now = NOON;
    office.smtp.taken.length = 0;
  });

  const post = <Result>(path: string, body: object, pb: PocketBase = office.server.visitor()) =>
    pb.send<Result>(path, { method: 'POST', body });
  const newsOf = async (one: LetterPractice) => {
    const { pb } = await office.server.signIn(one);
    return pb.collection('news').getFullList({ sort: 'created,id' });
  };
  /** Returns each row of news in short: its kind, the person, the times before and after, and whether it is seen. */
  const told = async (one: LetterPractice) =>
    (await newsOf(one)).map(({ kind, session, client, booking, before: from, after: to, seen }) =>
      [kind, session, client, booking, from, to, seen ? 'seen' : ''].join('|'),
    );
  const linkTo = async (one: LetterPractice, session: string) => {
    const { url } = await post<{ url: string }>(`/api/sessions/${session}/visit-link`, {}, one.pb);
    return LINK.exec(url)?.[1] ?? '';
  };
  const planned = async (date = FRIDAY, profile = {}) => {
    const anna = await office.practitioner(profile);
    const client = await anna.client({ name: 'Глеб Воронцов', email: '' });
    const session = await anna.session(client, date);
    return { anna, client, session, token: await linkTo(anna, session) };
  };
  const ask = async ({ bookingHash }: LetterPractice, start = MONDAY, name = 'Олег Смирнов') => {
    const body = { name, phone: '+7 916 555-10-01', start, email: 'oleg@example.org' };
    return (await post<{ id: string }>(`/api/booking-page/${bookingHash}`, body)).id;
  };
  /** The letters to a practitioner that the mail server took. */
  const letters = async (one: LetterPractice) => {
    await office.settle();
    return office.smtp.taken
      .filter((raw) => raw.includes(`To: ${one.owner}@example.com`))
      .map((raw) => parseLetter('', raw));
  };

  test('NEWS-01 NEWS-02 what a client does by the link is told with its old and new time, in news and letter', async () => {
    const { anna, client, session, token } = await planned();
    await post('/api/visit/move', { token, seen: FRIDAY, start: LATER });
    await post('/api/visit/move', { token, seen: FRIDAY, start: LATER });
    // Two letters that are due at once leave in any order.
    await office.settle();
    office.server.clock.now = NOON.add({ minutes: 1 });
    await post('/api/visit/move', { token, seen: LATER, start: MONDAY });
    office.server.clock.now = NOON.add({ minutes: 2 });
    assert.deepEqual(await told(anna), [
      `client_moved|${session}|${client}||${FRIDAY}|${LATER}|`,
      `client_moved|${session}|${client}||${LATER}|${MONDAY}|`,
    ]);
    const moved = await letters(anna);
    assert.deepEqual(
      moved.map(({ text }) => /^Встреча .*$/m.exec(text)?.[0]),
      [
        'Встреча в пятницу, 4 декабря, 14:00 → 15:30.',
        'Встреча в пятницу, 4 декабря, 15:30 → в понедельник, 7 декабря, 10:00.',
      ],
    );
    await post('/api/visit/cancel', { token, seen: MONDAY });
    await post('/api/visit/cancel', { token, seen: MONDAY });
    assert.equal((await told(anna)).at(-1), `client_canceled|${session}|${client}||${MONDAY}||`);
    const [, , cancelled] = await letters(anna);
    assert.match(
      cancelled?.text ?? '',
      /Встреча была назначена на понедельник, 7 декабря, 10:00\. Время снова свободно\./,
    );
    for (const { text, html = '', subject } of await letters(anna)) {
      assert.ok(text.includes(`/dashboard/sessions?session=${session}`), text);
      assert.ok(![text, html, subject].join().includes('Воронцов'));
    }
  });

  it('NEWS-02 a name stands in a letter where she allowed it, never in the subject, and without what becomes a link', async () => {
    const { anna, token } = await planned(FRIDAY);
    const { id } = await anna.pb.collection('profiles').getFirstListItem('');
    assert.equal((await anna.pb.collection('profiles').getOne(id))['names_in_letters'], false);
    await anna.pb.collection('profiles').update(id, { names_in_letters: true });
    await post('/api/visit/move', { token, seen: FRIDAY, start: LATER });
    await office.settle();
    await ask(anna, MONDAY, 'Олег www.zlo.example');
    const all = await letters(anna);
    const [visit, request] = all;
    assert.match(visit?.text ?? '', /^Глеб Воронцов: встреча в пятницу, 4 декабря, 14:00 → 15:30\.$/m);
    assert.match(request?.text ?? '', /^Олег: просят о консультации: /m);
    for (const { subject, text } of all) {
      assert.doesNotMatch(subject, /Глеб|Олег/);
      assert.doesNotMatch(text, /www|данные клиентов не пересылаем/);
    }
  });

  test('NEWS-01 a request is told when it comes, is withdrawn and loses its time; an answered one is seen', async () => {
    const anna = await office.practitioner();
    const id = await ask(anna);
    await office.settle();
    assert.deepEqual(await told(anna), [`request_new|||${id}||${MONDAY}|`]);
    office.server.clock.now = NOON.add({ hours: 49 });
    await releaseOldRequests(office.server.context);
    await releaseOldRequests(office.server.context);
    const expired = [`request_new|||${id}||${MONDAY}|`, `request_expired|||${id}|${MONDAY}||`];
    assert.deepEqual(await told(anna), expired);
    const { pb } = await office.server.signIn(anna);
    await post(`/api/booking/${id}/approve`, {}, pb);
    assert.deepEqual(
      await told(anna),
      expired.map((row) => `${row}seen`),
    );
    const second = await ask(anna, '2026-12-08 07:00:00.000Z');
    const third = await ask(anna, '2026-12-09 07:00:00.000Z');
    await post(`/api/booking/${second}/reject`, {}, pb);
    await office.settle();
    const letter = office.taken().findLast(({ text }) => text.includes('9 декабря'));
    const token = LINK.exec(letter?.text ?? '')?.[1] ?? '';
    await post('/api/visit/cancel', { token, seen: '2026-12-09 07:00:00.000Z' });
    const rows = (await told(anna)).filter((row) => row.includes(second) || row.includes(third));
    assert.deepEqual(
      rows.toSorted(),
      [
        `request_new|||${second}||2026-12-08 07:00:00.000Z|seen`,
        `request_new|||${third}||2026-12-09 07:00:00.000Z|`,
        `request_withdrawn|||${third}|2026-12-09 07:00:00.000Z||`,
      ].toSorted(),
    );
    const withdrawn = (await letters(anna)).at(-1);
    assert.match(withdrawn?.text ?? '', /Заявка была на среду, 9 декабря, 10:00\. Время снова свободно\./);
    assert.ok(withdrawn?.text.includes(`/dashboard/online-booking?request=${third}`));
    await pb.collection('booking').delete(third);
    assert.deepEqual(
      (await told(anna)).filter((row) => row.includes(third)),
      [],
    );
  });

  it('NEWS-01 a refused letter is told once a client and day of her zone, the fourth also as the end of letters', async () => {
    const anna = await office.practitioner({ time_zone: 'Asia/Kamchatka' });
    const client = await anna.client({ email: 'nobody@example.org' });
    Object.assign(office.smtp, { behaviour: 'refuse', refusal: '550 5.1.1 no such user' });
    try {
      const days = [1, 2, 3, 4].map((day) => `2026-12-0${day} 00:00:00.000Z`);
      const sessions: string[] = [];
      for (const [at, day] of days.entries()) {
        // Midnight in Kamchatka passes between the second and the third.
        if (at === 2) office.server.clock.now = Temporal.Instant.from('2026-11-21T12:00:00Z');
        sessions.push(await anna.session(client, day));
        await office.settle();
      }
      assert.deepEqual(
        (await told(anna)).toSorted(),
        [
          `client_stopped||${client}||||`,
          `letter_failed|${sessions[0]}|${client}|||${days[0]}|`,
          `letter_failed|${sessions[2]}|${client}|||${days[2]}|`,
        ].toSorted(),
      );
      const noon = '2026-12-07 00:00:00.000Z';
      const request = await ask(anna, noon);
      await office.settle();
      assert.ok((await told(anna)).includes(`letter_failed|||${request}||${noon}|`));
    } finally {
      office.smtp.behaviour = 'accept';
    }
  });

  test('NEWS-01 a client who asks for no more letters is told, once for each client with that address', async () => {
    const anna = await office.practitioner();
    const clients = [await anna.client({ email: 'two@example.org' }), await anna.client({ email: 'two@example.org' })];
    await anna.session(clients[0] ?? '', FRIDAY);
    await office.settle();
    const [letter] = office.taken().filter(({ to }) => to === 'two@example.org');
    const token = /\/unsubscribe#token=([\w.-]+)|stop\/([\w.-]+)/.exec(letter?.raw.replaceAll('=\r\n', '') ?? '');
    const stop = token?.[1] ?? token?.[2] ?? '';
    await post('/api/letters/stop', { token: stop });
    await post('/api/letters/stop', { token: stop });
    const rows = (await told(anna)).toSorted();
    assert.deepEqual(rows, clients.map((client) => `client_stopped||${client}||||`).toSorted());
  });

  it('NEWS-01 what the job leaves out of a series is told by its time, what a person leaves out is not', async () => {
    const anna = await office.practitioner({ days_off: '[{"from":"2027-12-06","to":"2027-12-06"}]' });
    const client = await anna.client();
    const wish = { client, start: '2026-11-23T10:00', every_weeks: 1 };
    const { digest } = await post<{ digest: string }>('/api/series/preview', wish, anna.pb);
    await post('/api/series', { ...wish, digest }, anna.pb);
    await anna.session(client, '2027-11-29 07:30:00.000Z');
    const [first] = await anna.pb.collection('sessions').getFullList({ sort: 'date' });
    await anna.pb.collection('sessions').delete(first?.id ?? '');
    assert.deepEqual(await told(anna), []);
    office.server.clock.now = Temporal.Instant.from('2026-12-14T09:00:00Z');
    await extendSeries(office.server.context);
    await extendSeries(office.server.context);
    assert.deepEqual((await told(anna)).toSorted(), [
      `series_skipped||${client}||2027-11-29 07:00:00.000Z||`,
      `series_skipped||${client}||2027-12-06 07:00:00.000Z||`,
    ]);
  });

  it('NEWS-01 an import that ended is told; taken back it was never there, and archives hold no news', async () => {
    const anna = await office.practitioner();
    const { body } = await importTable(anna.pb, 'Иван Петров;+7 916 204-18-30;\r\n');
    assert.deepEqual(await told(anna), ['import_done||||||']);
    const zip = await exported(anna.pb);
    await anna.pb.send(`/api/import/csv/${body.import}`, { method: 'DELETE' });
    assert.deepEqual(await told(anna), []);
    assert.equal((await imported(anna.pb, zip, { preview: true })).status, 200);
    assert.deepEqual(await told(anna), []);
    assert.equal((await imported(anna.pb, zip)).status, 200);
    assert.deepEqual(await told(anna), ['import_done||||||']);
    assert.equal((await imported(anna.pb, zip)).status, 200);
    assert.deepEqual(await told(anna), ['import_done||||||'], 'the second time nothing was added');
  });

  test('NEWS-01 she marks a row, or all up to a moment, and takes that back; nothing else of it changes', async () => {
    const { anna, token, session } = await planned();
    await post('/api/visit/move', { token, seen: FRIDAY, start: LATER });
    office.server.clock.now = NOON.add({ minutes: 1 });
    await post('/api/visit/cancel', { token, seen: LATER });
    const heard = followRecords(office.server.context);
    // Earlier events may be published later.
    await heard();
    const news = anna.pb.collection('news');
    const [moved, cancelled] = await newsOf(anna);
    assert.ok(moved && cancelled);
    const seen = async () => (await newsOf(anna)).map((row) => row['seen']);
    await news.update(moved.id, { seen: true });
    assert.deepEqual(await seen(), [true, false]);
    await news.update(moved.id, { ...moved, seen: false });
    for (const [field, value] of Object.entries({
      kind: 'import_done',
      session: '',
      client: '',
      booking: session,
      before: MONDAY,
      after: '',
    })) {
      const refused = await refusalOf(news.update(moved.id, { seen: true, [field]: value }));
      assert.deepEqual([refused.status, Object.keys(refused.codes)], [400, [field]]);
    }
    assert.equal((await refusalOf(news.create({ kind: 'import_done' }))).status, 403);
    assert.equal((await refusalOf(news.delete(moved.id))).status, 403);
    for (const until of ['', 'вчера', 5, null, {}]) {
      const refused = await refusalOf(post('/api/news/seen', { until }, anna.pb));
      assert.deepEqual([refused.status, Object.keys(refused.codes)], [400, ['until']], JSON.stringify(until));
    }
    assert.deepEqual(await seen(), [false, false]);
    await post('/api/news/seen', { until: moved.created.replace(' ', 'T') }, anna.pb);
    assert.deepEqual(await seen(), [true, false]);
    await news.update(moved.id, { seen: false });
    await post('/api/news/seen', { until: moved.created }, anna.pb);
    assert.deepEqual(await seen(), [true, false]);
    const boris = await office.practitioner();
    await post('/api/news/seen', {}, boris.pb);
    assert.equal((await refusalOf(boris.pb.collection('news').update(moved.id, { seen: true }))).status, 404);
    assert.deepEqual(await seen(), [true, false]);
    await post('/api/news/seen', {}, anna.pb);
    assert.deepEqual(await seen(), [true, true]);
    assert.equal((await refusalOf(post('/api/news/seen', {}))).status, 401);
    const updates = (await heard()).filter(({ collection }) => collection === 'news');
    assert.deepEqual(
      updates.map(({ action, id }) => `${action} ${id === moved.id ? 'moved' : 'cancelled'}`),
      [...Array.from({ length: 5 }, () => 'update moved'), 'update cancelled'],
    );
    const entries = (await anna.pb.send('/api/journal', {})).items.filter(
      ({ subject }: { subject: string }) => subject === 'news',
    );
    assert.deepEqual(entries[0].fields, ['seen']);
  });

  it('NEWS-01 what was marked in one go comes back whole, but for what was marked otherwise since', async () => {
    const { anna, token } = await planned();
    await post('/api/visit/move', { token, seen: FRIDAY, start: LATER });
    office.server.clock.now = NOON.add({ minutes: 1 });
    await post('/api/visit/cancel', { token, seen: LATER });
    const news = anna.pb.collection('news');
    const [moved, cancelled] = await newsOf(anna);
    assert.ok(moved && cancelled);
    const seen = async () => (await newsOf(anna)).map((row) => row['seen']);
    const markAll = async (minutes: number, body: object = {}) => {
      office.server.clock.now = NOON.add({ minutes });
      return post<{ at: string }>('/api/news/seen', body, anna.pb);
    };
    const [first, second] = [await markAll(2, { until: moved.created }), await markAll(3)];
    assert.deepEqual(await seen(), [true, true]);
    await post('/api/news/unseen', first, anna.pb);
    await post('/api/news/unseen', first, anna.pb);
    assert.deepEqual(await seen(), [false, true]);
    const boris = await office.practitioner();
    await post('/api/news/unseen', second, boris.pb);
    assert.deepEqual(await seen(), [false, true]);
    await post('/api/news/unseen', second, anna.pb);
    assert.deepEqual(await seen(), [false, false]);
    const third = await markAll(4);
    office.server.clock.now = NOON.add({ minutes: 5 });
    await news.update(moved.id, { seen: false });
    await news.update(moved.id, { seen: true });
    await post('/api/news/unseen', third, anna.pb);
    assert.deepEqual(await seen(), [true, false]);
    for (const at of ['', 'вчера', 5, null, undefined]) {
      const refused = await refusalOf(post('/api/news/unseen', { at }, anna.pb));
      assert.deepEqual([refused.status, Object.keys(refused.codes)], [400, ['at']], JSON.stringify(at));
    }
    assert.equal((await refusalOf(post('/api/news/unseen', third))).status, 401);
  });

  it('NEWS-01 a row is gone after 30 days, with its session and with its client', async () => {
    const { anna, client, session, token } = await planned();
    await post('/api/visit/move', { token, seen: FRIDAY, start: LATER });
    await anna.pb.collection('sessions').delete(session);
    assert.deepEqual(await told(anna), []);
    const second = await anna.session(client, FRIDAY);
    await post('/api/visit/cancel', { token: await linkTo(anna, second), seen: FRIDAY });
    const boris = await planned();
    await post('/api/visit/cancel', { token: boris.token, seen: FRIDAY });
    const heard = followRecords(office.server.context);
    await anna.pb.collection('clients').delete(client);
    assert.deepEqual(await told(anna), []);
    const gone = (await heard()).filter(({ collection, action }) => `${action} ${collection}` === 'delete news');
    assert.equal(gone.length, 1);
    office.server.clock.now = NOON.add({ hours: 30 * 24 });
    await forgetNews(office.server.context);
    assert.equal((await told(boris.anna)).length, 1);
    office.server.clock.now = NOON.add({ hours: 30 * 24, milliseconds: 1 });
    await forgetNews(office.server.context);
    assert.deepEqual(await told(boris.anna), []);
  });
});
