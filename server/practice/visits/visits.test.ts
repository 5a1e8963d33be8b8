import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import type PocketBase from 'pocketbase';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, type LetterPractice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { forgetVisitLinks } from '#server/practice/visit-links/visit-links.ts';
import { raceVisit } from '#proofs/support/visits/visit-race.ts';
import { NOON, openTestServer, refusalOf } from '#proofs/support/test-server.ts';
import { parseLetter } from '#server/ground/mail/read-letters.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

/** Tuesday, 10:00 in Moscow. */
const TEN = '2026-12-01T07:00:00Z';
const ELEVEN = '2026-12-01T08:00:00Z';
const NOON_OF_DAY = '2026-12-01T09:00:00Z';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  const post = <Result = VisitPage>(path: string, body: object, pb: PocketBase = office.server.visitor()) =>
    pb.send<Result>(path, { method: 'POST', body });
  const linkTo = async ({ pb }: LetterPractice, session: string): Promise<string> => {
    const { url } = await post<{ url: string }>(`/api/sessions/${session}/visit-link`, {}, pb);
    const [, token = ''] = /^https?:\/\/[^/]+\/visit#token=([\w-]{22})$/.exec(url) ?? [];
    return token;
  };
  const planned = async (profile: object = {}, date = TEN) => {
    const practice = await office.practitioner(profile);
    const client = await practice.client({ email: '' });
    const session = await practice.session(client, date);
    return { practice, client, session, token: await linkTo(practice, session) };
  };
  const record = async ({ pb }: LetterPractice, id: string) => pb.collection('sessions').getOne(id);

  test('VISIT-01 VISIT-02 a link shows the visit, what may be done until when, and nothing about the client', async () => {
    const { token } = await planned({
      cancel_hours: 48,
      move_hours: 12,
      max_moves: 1,
      public_phone: '+7 495 000-00-00',
    });
    const page = await post('/api/visit', { token });
    assert.deepEqual(page, {
      kind: 'session',
      status: 'planned',
      start: TEN,
      duration: 60,
      name: 'Анна Петрова',
      timeZone: 'Europe/Moscow',
      cancel: { may: 'yes', until: '2026-11-29T07:00:00Z', paid: false },
      move: { may: 'yes', until: '2026-11-30T19:00:00Z', left: 1 },
      phone: '+7 (495) 000-00-00',
      place: { kind: 'none', text: '', link: '' },
      pay: null,
    });
    for (const wrong of ['', 'x', 'A'.repeat(22), `${token}A`]) {
      assert.equal((await refusalOf(post('/api/visit', { token: wrong }))).status, 404);
    }
  });

  test('VISIT-02 a phone for clients that names the occupation is refused, as the letters’ sender is', async () => {
    const { pb } = await office.practitioner();
    const { id } = await pb.collection('profiles').getFirstListItem('');
    const change = pb.collection('profiles').update(id, { public_phone: 'Кабинет психолога, +7 495 000-00-00' });
    const fields = await change.catch((error: { response?: { data?: object } }) => error.response?.data);
    assert.deepEqual(Object.keys(fields ?? {}), ['public_phone']);
  });

  test('VISIT-03 only a visit that was called off leads to the page, and only while that is open', async () => {
    const { practice, token } = await planned();
    const again = async () => (await post('/api/visit', { token })).again;
    assert.equal(await again(), undefined, 'planned');
    await post('/api/visit/cancel', { token, seen: TEN });
    assert.equal(await again(), `/booking/${practice.bookingHash}`);
    const { id } = await practice.pb.collection('profiles').getFirstListItem('');
    await practice.pb.collection('profiles').update(id, { accepting: false });
    assert.equal(await again(), undefined, 'closed');
  });

  test('BOOK-07 a link from before «Новая ссылка» does not lead to the page under its new address', async () => {
    const { practice, session, token } = await planned();
    const wasFirst = await post('/api/visit/cancel', { token, seen: TEN });
    assert.ok(wasFirst.again);
    office.server.clock.now = NOON.add({ minutes: 1 });
    const { booking_hash } = await practice.pb.send('/api/profiles/new-booking-link', { method: 'POST' });
    assert.equal((await post('/api/visit', { token })).again, undefined);
    await practice.pb.collection('sessions').update(session, { status: 'scheduled' });
    const given = await linkTo(practice, session);
    await post('/api/visit/cancel', { token: given, seen: TEN });
    assert.equal((await post('/api/visit', { token: given })).again, `/booking/${booking_hash}`);
    assert.equal((await post('/api/visit', { token })).again, undefined);
    office.server.clock.now = NOON;
  });

  test('VISIT-03 cancelling frees the time at once, is noted once, and is told to the practitioner', async () => {
    const { practice, session, token } = await planned();
    const once = await post('/api/visit/cancel', { token, seen: TEN });
    assert.equal(once.status, 'cancelled');
    assert.equal(once.again, `/booking/${practice.bookingHash}`, 'another time can be asked for');
    office.server.clock.now = NOON.add({ minutes: 5 });
    assert.deepEqual(await post('/api/visit/cancel', { token, seen: TEN }), once);
    const stored = await record(practice, session);
    assert.deepEqual(
      [stored['status'], stored['outcome'], stored['outcome_at']],
      ['canceled', 'client', '2026-11-21 09:00:00.000Z'],
    );
    const slots = await practice.pb.send('/api/sessions/free-slots', { query: { date: '2026-12-01' } });
    assert.ok(JSON.stringify(slots).includes(TEN));
    await office.settle();
    const mails = office.smtp.taken.filter((raw) => raw.includes(`To: ${practice.owner}@example.com`));
    assert.equal(mails.length, 1);
  });

  it('VISIT-03 moving takes one of the free times, of which its own is one, and keeps the old time until then', async () => {
    const { practice, session, token } = await planned();
    const other = await practice.client({ email: '' });
    await practice.session(other, NOON_OF_DAY);
    const slots = await post<{ days: { slots: { start: string }[] }[] }>('/api/visit/slots', {
      token,
      from: '2026-12-01',
      to: '2026-12-01',
    });
    const starts = slots.days.flatMap((day) => day.slots.map(({ start }) => start));
    assert.ok(starts.includes(TEN) && starts.includes('2026-12-01T07:30:00Z') && !starts.includes(NOON_OF_DAY));
    const move = (seen: string, start: string) => post('/api/visit/move', { token, seen, start });
    for (const start of [NOON_OF_DAY, '2026-12-01T07:10:00Z', '2026-11-20T07:00:00Z', '2028-12-01T07:00:00Z']) {
      const { status, codes } = await refusalOf(move(TEN, start));
      assert.deepEqual([status, codes], [409, { start: 'slot_taken' }]);
    }
    assert.equal((await record(practice, session))['date'], '2026-12-01 07:00:00.000Z');
    const moved = await move(TEN, ELEVEN.replace('08', '07').replace('07:00', '07:30'));
    assert.deepEqual([moved.start, moved.move.left], ['2026-12-01T07:30:00Z', 1]);
    assert.deepEqual(await move(TEN, '2026-12-01T07:30:00Z'), moved, 'twice the same, counted once');
    const stale = await refusalOf(move(TEN, ELEVEN));
    assert.deepEqual([stale.status, stale.codes], [409, { seen: 'visit_changed' }]);
    await move('2026-12-01T07:30:00Z', TEN);
    const tooMany = await refusalOf(move(TEN, '2026-12-01T06:00:00Z'));
    assert.deepEqual([tooMany.status, tooMany.codes], [400, { token: 'too_many_moves' }]);
    const { moves, outcome, outcome_at, updated } = await record(practice, session);
    assert.deepEqual([moves, outcome, outcome_at], [2, '', updated], 'a move is told from later edits by its time');
  });

  test('VISIT-05 a cancellation or move on other terms than the page shows is refused, and the same on the present ones passes', async () => {
    const { practice, session, token } = await planned();
    const { id } = await practice.pb.collection('profiles').getFirstListItem('');
    const rules = (values: object) => practice.pb.collection('profiles').update(id, values);
    const cancel = (body: object) => post('/api/visit/cancel', { token, seen: TEN, ...body });
    const move = (body: object) => post('/api/visit/move', { token, seen: TEN, start: ELEVEN, ...body });
    const refused = { status: 409, codes: { seen: 'terms_changed' } };
    const codesOf = async (call: Promise<unknown>) => {
      const { status, codes } = await refusalOf(call);
      return { status, codes };
    };
    await rules({ max_moves: 1 });
    assert.deepEqual(await codesOf(move({ left: 2 })), refused);
    await rules({ late_cancel: 'note', cancel_hours: 720 });
    assert.deepEqual(await codesOf(cancel({ kind: 'session', may: 'yes' })), refused);
    assert.deepEqual(await codesOf(cancel({ kind: 'booking', may: 'late' })), refused);
    await rules({ late_paid: true });
    assert.deepEqual(await codesOf(cancel({ kind: 'session', may: 'late', paid: false })), refused);
    assert.equal((await record(practice, session))['status'], 'scheduled');
    const moved = await move({ left: 1 });
    assert.deepEqual(await move({ left: 1 }), moved, 'twice the same');
    const late = { token, seen: ELEVEN, kind: 'session', may: 'late', paid: true };
    await post('/api/visit/cancel', late);
    assert.equal((await post('/api/visit/cancel', late)).status, 'cancelled');
    assert.equal((await record(practice, session))['outcome'], 'late');
  });

  test('VISIT-03 MONEY-02 a late cancellation is said to be paid for by the rule and by no other session than it holds for', async () => {
    const { practice, client, session, token } = await planned({
      late_cancel: 'note',
      cancel_hours: 720,
      price: 350_000,
    });
    const { pb } = practice;
    const { id } = await pb.collection('profiles').getFirstListItem('');
    const paid = async () => (await post('/api/visit', { token })).cancel.paid;
    assert.equal(await paid(), false, 'the rule is off');
    await pb.collection('profiles').update(id, { late_paid: true });
    assert.equal(await paid(), true);
    await pb.collection('clients').update(client, { price: 0 });
    assert.equal(await paid(), false, 'free for this client');
    await pb.collection('sessions').update(session, { price: 100_000 });
    assert.equal(await paid(), true, 'but not this one');
    await pb.collection('sessions').update(session, { waived: true });
    assert.equal(await paid(), false, 'waived');
    await pb.collection('sessions').update(session, { waived: false });
    await pb.collection('profiles').update(id, { cancel_hours: 24 });
    assert.equal(await paid(), false, 'in time');
  });

  test('VISIT-02 the limits hold to the minute; a late cancellation is refused, or noted', async () => {
    for (const [late_cancel, expected] of [
      ['refuse', 'no'],
      ['note', 'late'],
    ] as const) {
      const { practice, session, token } = await planned({ late_cancel });
      office.server.clock.now = Temporal.Instant.from(TEN).subtract({ hours: 24 });
      const inTime = await post('/api/visit', { token });
      assert.deepEqual([inTime.cancel.may, inTime.move.may], ['yes', 'yes']);
      office.server.clock.now = office.server.clock.now.add({ minutes: 1 });
      const late = await post('/api/visit', { token });
      assert.deepEqual([late.cancel.may, late.move.may], [expected, 'no']);
      const move = post('/api/visit/move', { token, seen: TEN, start: ELEVEN });
      assert.deepEqual((await refusalOf(move)).codes, { token: 'too_late' });
      const cancel = post('/api/visit/cancel', { token, seen: TEN });
      if (late_cancel === 'refuse') assert.deepEqual((await refusalOf(cancel)).codes, { token: 'too_late' });
      else {
        assert.equal((await cancel).late, true);
        assert.equal((await post('/api/visit', { token })).late, true, 'opened once more');
        const { pb } = await office.server.signIn(practice);
        assert.equal((await pb.collection('sessions').getOne(session))['outcome'], 'late');
      }
      office.server.clock.now = NOON;
    }
  });

  test('VISIT-04 VISIT-05 every link holds until it is revoked, the session is over or deleted; a moved one shows its new time', async () => {
    const { practice, session, token } = await planned();
    const second = await linkTo(practice, session);
    const boris = await office.practitioner();
    assert.equal((await refusalOf(linkTo(boris, session))).status, 404);
    const path = `/api/sessions/${session}/visit-link`;
    const opens = async () => (await practice.pb.send<{ opens: boolean }>(path, {})).opens;
    assert.equal((await refusalOf(boris.pb.send(path, {}))).status, 404);
    assert.equal(await opens(), true);
    await practice.pb.collection('sessions').update(session, { date: ELEVEN });
    assert.equal((await post('/api/visit', { token })).start, ELEVEN);
    const stale = await refusalOf(post('/api/visit/cancel', { token: second, seen: TEN }));
    assert.deepEqual([stale.status, stale.codes], [409, { seen: 'visit_changed' }]);
    office.server.clock.now = Temporal.Instant.from(ELEVEN).add({ minutes: 60 });
    assert.equal((await post('/api/visit', { token })).status, 'past');
    office.server.clock.now = NOON;
    await practice.pb.send(path, { method: 'DELETE' });
    await practice.pb.send(path, { method: 'DELETE' });
    assert.equal(await opens(), false);
    for (const each of [token, second])
      assert.equal((await refusalOf(post('/api/visit', { token: each }))).status, 404);
    const third = await linkTo(practice, session);
    await practice.pb.collection('sessions').delete(session);
    assert.equal((await refusalOf(post('/api/visit', { token: third }))).status, 404);
  });

  it('VISIT-05 a session of another client is closed to the links of the first, also to that of the request', async () => {
    const { practice, session, token } = await planned();
    const start = '2026-12-01T06:00:00Z';
    const body = { name: 'Олег Смирнов', phone: '+7 916 555-10-01', start, email: 'first@example.org' };
    const { id } = await post<{ id: string }>(`/api/booking-page/${practice.bookingHash}`, body);
    await office.settle();
    const letter = office.taken().findLast(({ to }) => to === 'first@example.org');
    const ofRequest = /\/visit#token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
    const approval = await post<{ session: { id: string } }>(`/api/booking/${id}/approve`, {}, practice.pb);
    const boris = await practice.client({ email: 'second@example.org', name: 'Борис Орлов' });
    for (const [each, key, seen] of [
      [session, token, TEN],
      [approval.session.id, ofRequest, start],
    ] as const) {
      assert.equal((await post('/api/visit', { token: key })).start, seen);
      await practice.pb.collection('sessions').update(each, { client: boris });
      const own = await linkTo(practice, each);
      const to = '2026-12-02T07:00:00Z';
      for (const asked of [
        () => post('/api/visit', { token: key }),
        () => post('/api/visit/cancel', { token: key, seen }),
        () => post('/api/visit/move', { token: key, seen, start: to }),
      ]) {
        assert.equal((await refusalOf(asked())).status, 404);
      }
      const { status, date } = await record(practice, each);
      assert.deepEqual([status, date], ['scheduled', `${seen.slice(0, 10)} ${seen.slice(11, 19)}.000Z`]);
      assert.equal((await post('/api/visit', { token: own })).start, seen, 'the other client’s link opens it');
    }
  });

  test('VISIT-02 a visit that cannot be moved shows no free times', async () => {
    const { practice, session, token } = await planned({ max_moves: 1 });
    const free = async (): Promise<number[]> => {
      const day = { token, from: '2026-12-02', to: '2026-12-03' };
      const { days } = await post<{ days: { slots: unknown[] }[] }>('/api/visit/slots', day);
      return days.map(({ slots }) => slots.length);
    };
    assert.ok((await free()).every((count) => count > 0));
    await post('/api/visit/move', { token, seen: TEN, start: ELEVEN });
    assert.deepEqual(await free(), [0, 0], 'moved as often as allowed');
    const { id } = await practice.pb.collection('profiles').getFirstListItem('');
    await practice.pb.collection('profiles').update(id, { max_moves: 5 });
    assert.ok((await free()).every((count) => count > 0));
    await practice.pb.collection('sessions').update(session, { status: 'canceled' });
    assert.deepEqual(await free(), [0, 0], 'cancelled');
    await practice.pb.collection('sessions').update(session, { status: 'scheduled' });
    office.server.clock.now = Temporal.Instant.from('2026-12-01T10:00:00Z');
    assert.deepEqual(await free(), [0, 0], 'over');
  });

  test('VISIT-03 the move of a reserved time is told to the practitioner as well', async () => {
    const practice = await office.practitioner();
    const session = await practice.session(await practice.client({ email: '' }), TEN, { status: 'reserved' });
    await post('/api/visit/move', { token: await linkTo(practice, session), seen: TEN, start: ELEVEN });
    await office.settle();
    const mails = office.smtp.taken.filter((raw) => raw.includes(`To: ${practice.owner}@example.com`));
    assert.equal(mails.length, 1);
  });

  test('VISIT-05 links to visits that are long over or gone are deleted, those to what lies ahead stay', async () => {
    const { db } = office.server.context;
    const links = async (owner: string) =>
      (await db.read.selectFrom('visit_links').select('hash').where('user', '=', owner).execute()).length;
    const { practice, session, client } = await planned();
    await linkTo(practice, await practice.session(client, '2027-06-01T07:00:00Z'));
    await linkTo(practice, await practice.session(client, ELEVEN));
    const start = '2026-12-02T07:00:00Z';
    const body = { name: 'Олег Смирнов', phone: '+7 916 777-00-01', start, email: 'old@example.org' };
    await post(`/api/booking-page/${practice.bookingHash}`, body);
    await office.settle();
    assert.equal(await links(practice.owner), 4);
    office.server.clock.now = Temporal.Instant.from('2027-02-27T07:00:00Z');
    await forgetVisitLinks(office.server.context);
    assert.equal(await links(practice.owner), 4);
    const { pb } = await office.server.signIn(practice);
    await pb.collection('sessions').delete(session);
    await forgetVisitLinks(office.server.context);
    assert.equal(await links(practice.owner), 3);
    office.server.clock.now = Temporal.Instant.from('2027-03-05T07:00:00Z');
    await forgetVisitLinks(office.server.context);
    assert.equal(await links(practice.owner), 1);
  });

  it('VISIT-04 letters carry the link: a request can be withdrawn, and after its approval shows the session', async () => {
    const anna = await office.practitioner();
    const request = async (email: string, start: string): Promise<{ id: string; token: string }> => {
      const body = { name: 'Олег Смирнов', phone: `+7 916 ${email.length}55-00-01`, start, email };
      const { id } = await post<{ id: string }>(`/api/booking-page/${anna.bookingHash}`, body);
      await office.settle();
      const letter = office.taken().findLast(({ to }) => to === email);
      return { id, token: /\/visit#token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '' };
    };
    const first = await request('withdraw@example.org', TEN);
    const page = await post('/api/visit', { token: first.token });
    assert.deepEqual([page.kind, page.status, page.cancel.may, page.move.may], ['booking', 'pending', 'yes', 'no']);
    for (let press = 0; press < 2; press += 1) {
      assert.equal((await post('/api/visit/cancel', { token: first.token, seen: TEN })).status, 'cancelled');
    }
    const stored = await anna.pb.collection('booking').getOne(first.id);
    assert.deepEqual([stored['status'], stored['withdrawn']], ['cancelled', true]);
    const theirs = () => office.taken().filter(({ to }) => to === 'withdraw@example.org').length;
    const count = theirs();
    await office.settle();
    assert.equal(theirs(), count, 'no letter of rejection');
    const told = office.smtp.taken
      .map((raw) => parseLetter('', raw))
      .filter(({ to }) => to === `${anna.owner}@example.com`);
    const withdrawn = told.filter(({ subject }) => subject.startsWith('Посетитель отозвал заявку'));
    assert.equal(withdrawn.length, 1, 'the practitioner is told once');
    assert.match(withdrawn[0]?.text ?? '', /вторник, 1 декабря, 10:00\. Время снова свободно/);
    assert.doesNotMatch(withdrawn[0]?.text ?? '', /Олег|916/);
    const second = await request('approved@example.org', TEN);
    await anna.pb.send(`/api/booking/${second.id}/approve`, { method: 'POST' });
    const session = await post('/api/visit', { token: second.token });
    assert.deepEqual([session.kind, session.status], ['session', 'planned']);
  });

  test('VISIT-03 cancels and moves at once, also against the practitioner’s own move, end in one outcome', async () => {
    const { server } = office;
    const site = { callers: server, db: server.context.db, now: () => server.clock.now };
    assert.deepEqual((await raceVisit(site, { rounds: 4, calls: 16 })).flat(), []);
  });

  it('VISIT-05 guessed links find nothing and are slowed down, which keeps no other visitor away', async () => {
    await using strict = await openTestServer(engine);
    const stranger = strict.visitor('198.51.100.9');
    const statuses: number[] = [];
    for (let guess = 0; guess < 40; guess += 1) {
      const token = randomBytes(16).toString('base64url');
      statuses.push((await refusalOf(post('/api/visit', { token }, stranger))).status);
    }
    assert.deepEqual(statuses.slice(0, 20), Array(20).fill(404));
    assert.deepEqual(statuses.slice(20), Array(20).fill(429));
    const { pb } = await strict.practitioner();
    const { id: client } = await pb.collection('clients').create({ name: 'Мария', phone: '1234567' });
    const { id } = await pb.collection('sessions').create({ client, date: TEN });
    const { url } = await post<{ url: string }>(`/api/sessions/${id}/visit-link`, {}, pb);
    const token = url.slice(url.indexOf('=') + 1);
    assert.equal((await post('/api/visit', { token }, strict.visitor('198.51.100.10'))).status, 'planned');
  });

  test('VISIT-05 a copy of the database opens no visit, and an outcome of the client is not the practitioner’s to set', async () => {
    const { practice, session, token } = await planned();
    const rows = await office.server.context.db.read.selectFrom('visit_links').selectAll().execute();
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token));
    const update = (values: object) => practice.pb.collection('sessions').update(session, values);
    assert.deepEqual(Object.keys((await refusalOf(update({ outcome: 'client' }))).codes), ['outcome']);
    assert.deepEqual(Object.keys((await refusalOf(update({ moves: 3 }))).codes), ['moves']);
    assert.equal((await update({ status: 'canceled' }))['outcome'], 'practitioner');
    assert.equal((await update({ status: 'scheduled' }))['outcome'], '');
    assert.deepEqual(Object.keys((await refusalOf(update({ outcome: 'no_show' }))).codes), ['outcome']);
    assert.equal((await update({ status: 'canceled', outcome: 'no_show' }))['outcome'], 'no_show');
  });
});
