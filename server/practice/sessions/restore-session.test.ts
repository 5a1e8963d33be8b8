import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { RecordModel } from 'pocketbase';
import type { SessionMoney } from '#domain/money/money.ts';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import { forgetRemoved } from '#server/practice/sessions/removed-sessions.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { type LetterOffice, type LetterPractice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON, refusalOf, type TestPractitioner } from '#proofs/support/test-server.ts';

/** Tuesday, 10:00 in Moscow. */
const TEN = '2026-12-01 07:00:00.000Z';
const PAST = '2026-11-16 07:00:00.000Z';
const TABLES = ['sessions', 'series_skips', 'booking', 'payments', 'news', 'visit_links', 'held_time', 'told'] as const;

forEachEngine((engine) => {
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  const post = <Result = RecordModel>({ pb }: Pick<TestPractitioner, 'pb'>, path: string, body: object = {}) =>
    pb.send<Result>(path, { method: 'POST', body });
  const restore = (practice: Pick<TestPractitioner, 'pb'>, id: string, body: object = {}) =>
    post(practice, `/api/sessions/${id}/restore`, body);
  const visit = (token: string) => post<VisitPage>({ pb: office.server.visitor() }, '/api/visit', { token });
  const linkTo = async (practice: LetterPractice | TestPractitioner, session: string): Promise<string> => {
    const { url } = await post<{ url: string }>(practice, `/api/sessions/${session}/visit-link`);
    return url.slice(url.indexOf('=') + 1);
  };
  /** Returns what is stored of a practice, without the times of the last change, clients and letters. */
  const stored = async ({ owner }: TestPractitioner) => {
    const all: [string, AnyRow[]][] = [];
    for (const table of TABLES) {
      const rows = await loose(office.server.context.db.read)
        .selectFrom<string>(table)
        .selectAll()
        .where('user', '=', owner)
        .execute();
      const timeless = rows.map(({ updated: _updated, ...row }) => row);
      all.push([table, timeless.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))]);
    }
    return Object.fromEntries(all);
  };
  /** Deletes a session, restores it a moment later, and expects no difference. */
  const expectSame = async (practice: LetterPractice, session: string): Promise<void> => {
    const known = await stored(practice);
    await practice.pb.collection('sessions').delete(session);
    office.server.clock.now = office.server.clock.now.add({ seconds: 30 });
    await restore(practice, session);
    assert.deepEqual(await stored(practice), known);
    assert.deepEqual(await heldTimeFaults(office.server.context.db.read, practice.owner), []);
  };
  const kept = async (): Promise<string[]> => {
    const rows = await office.server.context.db.read.selectFrom('removed_sessions').select('session').execute();
    return rows.map(({ session }) => session).toSorted();
  };

  test('SESSION-17 MONEY-04 a deleted session comes back as it was: outcome, texts, price, place, payments, news', async () => {
    const practice = await office.practitioner({ price: 350_000, no_show_paid: 1 });
    const client = await practice.client();
    const sessions = practice.pb.collection('sessions');
    const missed = await practice.session(client, PAST, { description: 'Первая', thoughts: 'Злость', place: 'Парк' });
    await sessions.update(missed, { status: 'canceled', outcome: 'no_show' });
    office.server.clock.now = NOON.add({ minutes: 1 });
    const older = await practice.session(client, '2026-11-09 07:00:00.000Z', { status: 'completed' });
    const payment = { client, session: missed, amount: 350_000, paid_on: '2026-11-16' };
    await practice.pb.collection('payments').create(payment);
    const money = async () =>
      (await practice.pb.send<{ items: SessionMoney[] }>(`/api/money/sessions?ids=${missed},${older}`, {})).items;
    const owed = await money();
    const dueOf = new Map(owed.map(({ id, due }) => [id, due]));
    assert.deepEqual([dueOf.get(missed), dueOf.get(older)], [0, 350_000], 'the payment is of the missed one');
    await expectSame(practice, missed);
    assert.deepEqual(await money(), owed);
    const back = await sessions.getOne(missed);
    assert.deepEqual([back['description'], back['thoughts'], back['outcome']], ['Первая', 'Злость', 'no_show']);
    const own = await practice.session(client, TEN, { price: 100, waived: true });
    const token = await linkTo(practice, own);
    const visitor = { pb: office.server.visitor() };
    await post(visitor, '/api/visit/move', { token, seen: '2026-12-01T07:00:00Z', start: '2026-12-01T08:00:00Z' });
    await post(visitor, '/api/visit/cancel', { token, seen: '2026-12-01T08:00:00Z' });
    // The letter about it leaves at once.
    await office.send();
    assert.deepEqual((await stored(practice))['news']?.length, 2);
    await expectSame(practice, own);
    assert.deepEqual(await kept(), []);
  });

  test('MONEY-01 a session that took place without a price has none when it comes back, whatever is usual by then', async () => {
    const practice = await office.practitioner();
    const held = await practice.session(await practice.client(), PAST, { status: 'completed' });
    const profile = await practice.pb.collection('profiles').getFirstListItem('');
    await practice.pb.collection('profiles').update(profile.id, { price: 350_000 });
    await expectSame(practice, held);
    const { items } = await practice.pb.send<{ items: SessionMoney[] }>(`/api/money/sessions?ids=${held}`, {});
    assert.deepEqual([items[0]?.price, items[0]?.due], [null, 0]);
  });

  test('VISIT-05 the links to a deleted session and to its request open nothing until it comes back', async () => {
    const practice = await office.practitioner();
    const path = `/api/booking-page/${practice.bookingHash}`;
    const form = { name: 'Олег Смирнов', phone: '+7 916 555-00-01', start: '2026-11-30T06:00:00Z' };
    const { id, visit: asked } = await post({ pb: office.server.visitor() }, path, form);
    const { session } = await post(practice, `/api/booking/${id}/approve`);
    const tokens = [String(asked), await linkTo(practice, session.id)];
    const opened = async () => {
      const pages = await Promise.all(tokens.map((token) => visit(token).catch(({ status }) => ({ status }))));
      return pages.map(({ status }) => status);
    };
    assert.deepEqual(await opened(), ['planned', 'planned']);
    await practice.pb.collection('sessions').delete(session.id);
    assert.deepEqual(await opened(), [404, 404]);
    await restore(practice, session.id);
    assert.deepEqual(await opened(), ['planned', 'planned']);
    await expectSame(practice, session.id);
    await post({ pb: office.server.visitor() }, '/api/visit/cancel', { token: asked, seen: form.start });
    assert.deepEqual(await opened(), ['cancelled', 'cancelled']);
  });

  test('SERIES-06 VISIT-05 MONEY-04 a series that is ended and comes back has the sessions that it had, with links and payments', async () => {
    const practice = await office.practitioner();
    const series = await seriesPractice(practice);
    const { client } = series;
    const { id } = (await series.save({ start: '2026-12-01T15:00', every_weeks: 1, count: 6 })).series;
    const [, second, third, fourth] = await series.sessions();
    assert.ok(second && third && fourth);
    const sessions = practice.pb.collection('sessions');
    await sessions.update(second.id, { price: 100, place: 'Парк' });
    await sessions.update(third.id, { status: 'reserved' });
    const amount = { amount: 350_000, paid_on: '2026-11-20', client, session: fourth.id };
    await practice.pb.collection('payments').create(amount);
    const token = await linkTo(practice, second.id);
    const known = await stored(practice);
    const again = { scope: 'all', session: '', until: '2027-01-05' };
    await series.end(id, '2026-12-01');
    assert.equal((await refusalOf(visit(token))).status, 404);
    office.server.clock.now = NOON.add({ seconds: 90 });
    await series.change(id, again);
    assert.deepEqual(await stored(practice), known);
    assert.equal((await visit(token)).status, 'planned');
    assert.deepEqual(await heldTimeFaults(office.server.context.db.read, practice.owner), []);
    // With another length they are different sessions.
    await series.end(id, '2026-12-08');
    await series.change(id, { ...again, duration: 90 });
    assert.ok((await series.sessions()).every((one) => one.id !== second.id));
    await practice.pb.collection('clients').delete(client);
    assert.deepEqual(await kept(), []);
  });

  test('SESSION-17 of two windows one brings it back, and where its client, its hour or its minutes are gone nobody does', async () => {
    const practice = await office.practitioner();
    const client = await practice.client();
    const sessions = practice.pb.collection('sessions');
    const session = await practice.session(client, TEN, { news: 'Новость' });
    await sessions.delete(session);
    const other = await office.practitioner();
    assert.equal((await refusalOf(restore(other, session))).status, 404);
    assert.equal((await refusalOf(restore({ pb: office.server.visitor() }, session))).status, 401);
    const both = await Promise.all([0, 1].map(() => restore(practice, session)));
    assert.deepEqual(
      both.map(({ id, news }) => [id, news]),
      both.map(() => [session, 'Новость']),
    );
    await sessions.update(session, { news: 'Новее' });
    assert.equal((await restore(practice, session))['news'], 'Новее', 'one that is there stays');

    await sessions.delete(session);
    const taker = await practice.session(client, TEN);
    assert.equal((await refusalOf(restore(practice, session))).codes['date'], 'slot_taken');
    await assert.rejects(sessions.getOne(session), { status: 404 });
    await restore(practice, session, { allowOverlap: true });
    assert.equal((await sessions.getOne(session))['news'], 'Новее');

    await sessions.delete(session);
    await sessions.create({ id: session, client, date: PAST });
    assert.equal((await restore(practice, session))['date'], PAST, 'another one under its id');
    await sessions.delete(session);
    assert.equal((await restore(practice, session))['date'], PAST, 'which is the one that comes back');

    await sessions.delete(session);
    await sessions.delete(taker);
    office.server.clock.now = NOON.add({ minutes: 9 });
    await forgetRemoved(office.server.context);
    await restore(practice, taker);
    office.server.clock.now = NOON.add({ minutes: 11 });
    await forgetRemoved(office.server.context);
    assert.equal((await refusalOf(restore(practice, session))).status, 404);
    await sessions.delete(taker);
    await practice.pb.collection('clients').delete(client);
    assert.equal((await refusalOf(restore(practice, taker))).status, 404);
    assert.deepEqual(await kept(), []);
  });

  test('MONEY-04 a payment that pays for something else by then stays with that', async () => {
    const practice = await office.practitioner();
    const client = await practice.client();
    const [one, two] = [await practice.session(client, TEN), await practice.session(client, PAST)];
    const payments = practice.pb.collection('payments');
    const values = { client, session: one, amount: 100, paid_on: '2026-11-20' };
    const made = await Promise.all([0, 1, 2, 3].map(() => payments.create(values)));
    await practice.pb.collection('sessions').delete(one);
    const [moved, back, pack, gone] = made.map(({ id }) => id);
    await payments.update(moved ?? '', { session: two });
    await payments.update(back ?? '', { amount: -100 });
    await payments.update(pack ?? '', { meetings: 4 });
    await payments.delete(gone ?? '');
    await restore(practice, one);
    assert.deepEqual(
      await Promise.all([moved, back, pack].map(async (id) => (await payments.getOne(id ?? ''))['session'])),
      [two, '', ''],
    );
  });

  test('LETTER-04 a reminder whose moment is between the deletion and the undo goes all the same, once', async () => {
    const practice = await office.practitioner();
    const client = await practice.client({ email: 'late@example.org', reminders: 'email' });
    const session = await practice.session(client, TEN);
    await office.settle();
    office.server.clock.now = Temporal.Instant.from('2026-11-30T06:59:30Z');
    const again = await office.server.signIn(practice);
    await again.pb.collection('sessions').delete(session);
    await office.advance({ seconds: 60 });
    await restore(again, session);
    await office.advance({ minutes: 1 });
    await office.advance({ minutes: 5 });
    const subjects = office.taken().flatMap(({ to, subject }) => (to === 'late@example.org' ? [subject] : []));
    assert.deepEqual(subjects, [
      'Встреча 1 декабря, 10:00 (по Москве)',
      'Напоминание: встреча 1 декабря, 10:00 (по Москве)',
    ]);
  });
});
