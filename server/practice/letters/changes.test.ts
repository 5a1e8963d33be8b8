import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { saysTooMuch } from '#domain/letters/discreet.ts';
import { CLIENT_LETTER_KINDS, type LetterPreview } from '#domain/letters/letter.ts';
import { extendSeries } from '#server/practice/series/extend-series.ts';
import { eraseDeleted } from '#server/accounts/deletion/eraser.ts';
import { PASSWORD } from '#proofs/support/accounts/account.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { seriesPractice } from '#proofs/support/series/series-calls.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const TUESDAY_TEN = '2026-12-01 07:00:00.000Z';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  const subjects = (count: number): string[] =>
    office
      .taken()
      .slice(count)
      .map(({ subject }) => subject);

  it('LETTER-04 a deleted session is cancelled where a letter named it, and its letter outlives it', async () => {
    const anna = await office.practitioner();
    const client = await anna.client();
    const told = await anna.session(client, TUESDAY_TEN);
    await office.settle();
    const count = office.taken().length;
    await anna.pb.collection('sessions').delete(told);
    await office.settle();
    assert.deepEqual(subjects(count), ['Встреча отменена: 1 декабря, 10:00 (по Москве)']);
    assert.match(office.taken().at(-1)?.calendar ?? '', new RegExp(`UID:${told}@kabinet\r\nSEQUENCE:[1-9]`));
    assert.deepEqual(await anna.letters("state = 'due'"), []);
    const past = await anna.session(client, '2026-11-20 07:00:00.000Z');
    const reserved = await anna.session(client, '2026-12-03 07:00:00.000Z', { status: 'reserved' });
    for (const id of [past, reserved]) await anna.pb.collection('sessions').delete(id);
    await office.settle();
    assert.equal(subjects(count).length, 1);
  });

  it('LETTER-04 a moved session’s old time is never mailed after the answer to the move, however slow the mail server is', async () => {
    const held = Promise.withResolvers<void>();
    await using slow = await openLetterOffice(engine, 'accept', held.promise);
    const { db } = slow.server.context;
    const anna = await slow.practitioner();
    const session = await anna.session(await anna.client(), TUESDAY_TEN);
    const sending = () => db.read.selectFrom('letters').select('id').where('claimed', 'is not', null).execute();
    slow.server.clock.now = slow.server.clock.now.add({ minutes: 2 });
    slow.server.context.events.wake('letters');
    while ((await sending()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await anna.pb.collection('sessions').update(session, { date: '2026-12-01 09:00:00.000Z' });
    held.resolve();
    await slow.advance({ minutes: 2 });
    assert.ok(slow.taken().length > 0);
    for (const { subject, text, calendar } of slow.taken()) {
      assert.ok(!`${subject} ${text}`.includes('10:00'), subject);
      assert.match(calendar, /DTSTART:20261201T090000Z/);
    }
  });

  it('LETTER-04 an address changed while letters wait, or are sent, gets them all; the old one none', async () => {
    const held = Promise.withResolvers<void>();
    await using slow = await openLetterOffice(engine, 'accept', held.promise);
    const { db } = slow.server.context;
    const anna = await slow.practitioner();
    const client = await anna.client({ email: 'old@example.org' });
    await anna.session(client, TUESDAY_TEN);
    const sending = () => db.read.selectFrom('letters').select('id').where('claimed', 'is not', null).execute();
    slow.server.clock.now = slow.server.clock.now.add({ minutes: 2 });
    slow.server.context.events.wake('letters');
    while ((await sending()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await anna.pb.collection('clients').update(client, { email: 'new@example.org' });
    held.resolve();
    await slow.settle();
    slow.server.clock.now = Temporal.Instant.from('2026-11-30T07:00:00Z');
    await slow.settle();
    assert.deepEqual(
      slow.taken().map(({ to, subject }) => `${to} ${subject.split(' ')[0]}`),
      ['new@example.org Встреча', 'new@example.org Напоминание:'],
    );
  });

  it('LETTER-04 a session cancelled while its letter is handed over is told as cancelled', async () => {
    await using slow = await openLetterOffice(engine, 'take-and-keep-silent');
    const anna = await slow.practitioner();
    const session = await anna.session(await anna.client(), TUESDAY_TEN);
    slow.server.clock.now = slow.server.clock.now.add({ minutes: 2 });
    slow.server.context.events.wake('letters');
    while (slow.taken().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    slow.smtp.behaviour = 'accept';
    await anna.pb.collection('sessions').delete(session);
    slow.server.clock.now = slow.server.clock.now.add({ minutes: 2 });
    const cancelled = () => slow.taken().some(({ subject }) => subject.startsWith('Встреча отменена'));
    for (let patience = 3000; patience > 0 && !cancelled(); patience -= 1) {
      slow.server.context.events.wake('letters');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.ok(cancelled(), 'the mail server has the first letter, so the client may');
    // Ends the attempt that waits for an answer.
    await slow.smtp[Symbol.asyncDispose]();
  });

  it('LETTER-04 a series sends one letter with its first dates, its end one more, and the job that extends it none but reminders', async () => {
    const anna = await office.practitioner();
    const practice = await seriesPractice(anna);
    await anna.pb.collection('clients').update(practice.client, { email: 'serial@example.org' });
    const count = office.taken().length;
    const { series } = await practice.save({ start: '2026-12-01T10:00', every_weeks: 1 });
    await office.settle();
    assert.deepEqual(subjects(count), ['Встречи назначены, первая 1 декабря, 10:00 (по Москве)']);
    const { text = '' } = office.taken().at(-1) ?? {};
    assert.equal(text.match(/^Встреча \d/gm)?.length, 6);
    assert.match(text, /И дальше так же/);
    const [first] = await practice.sessions();
    assert.ok(first);
    await practice.change(series.id, { scope: 'all', session: first.id, start: '2026-12-01T12:00' });
    await office.settle();
    assert.deepEqual(subjects(count + 1), [
      'Встречи перенесены. Теперь по вторникам в 12:00, начиная с 1 декабря (было 10:00)',
    ]);
    office.server.clock.now = NOON.add({ hours: 24 * 3 });
    await extendSeries(office.server.context);
    await office.settle();
    assert.equal(subjects(count + 2).length, 0);
    office.server.clock.now = NOON;
    await practice.end(series.id, '2026-12-20');
    await office.settle();
    assert.deepEqual(subjects(count + 2), ['Встречи отменены, первая 22 декабря, 12:00 (по Москве)']);
    office.server.clock.now = Temporal.Instant.from('2026-11-30T09:00:00Z');
    await office.settle();
    assert.deepEqual(subjects(count + 3), ['Напоминание: встреча 1 декабря, 12:00 (по Москве)']);
  });

  it('LETTER-04 what the job adds to a series goes into the letter that waits about it', async () => {
    const anna = await office.practitioner();
    const practice = await seriesPractice(anna);
    await anna.pb.collection('clients').update(practice.client, { email: 'midnight@example.org' });
    const [profile] = await anna.pb.collection('profiles').getFullList();
    const { read } = office.server.context.db;
    const ids = async (): Promise<string[]> => {
      const rows = await read.selectFrom('sessions').select('id').where('user', '=', anna.owner).execute();
      return rows.map(({ id }) => id);
    };
    /** Returns the session that the job adds at midnight, once the letter has left. */
    const addAtMidnight = async (): Promise<string> => {
      const known = new Set(await ids());
      await extendSeries(office.server.context);
      const [added = '', ...more] = (await ids()).filter((id) => !known.has(id));
      assert.deepEqual([added === '', more], [false, []]);
      await office.settle();
      const told = await read.selectFrom('told').select(['session', 'place']).where('user', '=', anna.owner).execute();
      assert.equal(new Set(new Map(told.map(({ session, place }) => [session, place])).values()).size, 1);
      return added;
    };

    office.server.clock.now = Temporal.Instant.from('2026-11-23T20:00:00Z');
    office.smtp.behaviour = 'busy';
    await practice.save({ start: '2026-12-02T10:00', every_weeks: 1 });
    office.server.clock.now = Temporal.Instant.from('2026-11-24T00:00:10Z');
    await office.send();
    office.smtp.behaviour = 'accept';
    const first = await addAtMidnight();

    office.server.clock.now = Temporal.Instant.from('2026-11-30T23:59:50Z');
    const { pb } = await office.server.signIn(anna);
    await pb.collection('profiles').update(profile?.id ?? '', { place_address: 'Арбат 2' });
    office.server.clock.now = office.server.clock.now.add({ seconds: 20 });
    await addAtMidnight();
    const count = office.taken().length;
    await pb.collection('sessions').update(first, { status: 'canceled' });
    await office.settle();
    assert.deepEqual(subjects(count), ['Встреча отменена: 24 ноября 2027 года, 10:00 (по Москве)']);
  });

  it('LETTER-04 a reserved date that the job adds beside a told one is called off without a letter', async () => {
    const anna = await office.practitioner();
    const practice = await seriesPractice(anna);
    await anna.pb.collection('clients').update(practice.client, { email: 'reserved@example.org' });
    office.server.clock.now = Temporal.Instant.from('2026-11-23T20:00:00Z');
    await practice.save({ start: '2026-12-02T10:00', every_weeks: 1, status: 'reserved' });
    const [first] = await practice.sessions();
    await anna.pb.collection('sessions').update(first?.id ?? '', { status: 'scheduled' });
    await office.settle();
    office.server.clock.now = Temporal.Instant.from('2026-11-24T00:00:10Z');
    await extendSeries(office.server.context);
    const added = (await practice.sessions()).at(-1);
    const count = office.taken().length;
    await anna.pb.collection('sessions').update(added?.id ?? '', { status: 'canceled' });
    await office.settle();
    assert.deepEqual(subjects(count), []);
  });

  it('LETTER-04 a letter about a series that leaves again keeps what the series told with it meanwhile', async () => {
    const anna = await office.practitioner();
    const practice = await seriesPractice(anna);
    await anna.pb.collection('clients').update(practice.client, { email: 'again@example.org' });
    office.smtp.behaviour = 'take-and-hang-up';
    try {
      await practice.save({ start: '2026-12-01T10:00', every_weeks: 1 });
      await office.settle();
    } finally {
      office.smtp.behaviour = 'accept';
    }
    const told = async () => {
      const { read } = office.server.context.db;
      const rows = await read.selectFrom('told').select('session').where('user', '=', anna.owner).execute();
      return rows.map(({ session }) => session);
    };
    const known = await told();
    assert.equal(new Set(known).size, known.length);
    office.server.clock.now = NOON.add({ hours: 24 * 14 });
    await extendSeries(office.server.context);
    const added = (await told()).filter((session) => !known.includes(session));
    assert.ok(added.length > 0);
    await office.settle();
    const now = await told();
    assert.deepEqual(
      added.filter((session) => !now.includes(session)),
      [],
    );
  });

  test('LETTER-04 the deletion of a client or of the account sends none of what waits', async () => {
    const anna = await office.practitioner();
    const gone = await anna.client();
    await anna.session(gone, TUESDAY_TEN);
    await anna.session(await anna.client({ email: 'other@example.org' }), '2026-12-02 07:00:00.000Z');
    await office.settle();
    const count = office.taken().length;
    await anna.pb.collection('clients').delete(gone);
    assert.deepEqual(await anna.letters(`client = '${gone}'`), []);
    await anna.pb.collection('users').delete(anna.owner, { body: { password: PASSWORD } });
    office.server.clock.now = NOON.add({ hours: 24 * 10 });
    await office.settle();
    assert.equal(office.taken().length, count);
    const { read } = office.server.context.db;
    const left = () => read.selectFrom('letters').select('id').where('user', '=', anna.owner).execute();
    // Another node may hold the practitioner's lock at the moment.
    for (let patience = 3000; patience > 0 && (await left()).length > 0; patience -= 1) {
      await eraseDeleted(office.server.context);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.deepEqual(await left(), []);
  });

  it('LETTER-03 LETTER-05 each letter can be looked at and sent to oneself, and says nothing of the occupation', async () => {
    const anna = await office.practitioner({ name: 'Анна Петрова, психолог' });
    const send = <Result>(path: string, kind: string) => anna.pb.send<Result>(path, { method: 'POST', body: { kind } });
    const count = office.taken().length;
    for (const kind of CLIENT_LETTER_KINDS) {
      const preview = await send<LetterPreview>('/api/letters/preview', kind);
      const { subject, text, html, from, title, times, paragraphs, action, stop } = preview;
      assert.ok(subject);
      assert.match(html, /Анна Петрова</);
      assert.equal(from, 'Анна Петрова');
      for (const part of [title, ...times, ...paragraphs, stop]) assert.ok(text.includes(part), `${kind}: ${part}`);
      const isOver = kind === 'session-cancelled';
      const actions: Record<string, string> = {
        'request-received': 'Открыть заявку',
        'request-rejected': 'Выбрать другое время',
      };
      const isSeveral = kind.startsWith('series');
      assert.equal(action, isOver || isSeveral ? null : (actions[kind] ?? 'Открыть встречу'));
      assert.equal(
        text.match(/\/visit#token=/g)?.length ?? 0,
        isOver || kind === 'request-rejected' ? 0 : isSeveral ? 6 : 1,
      );
      assert.deepEqual([preview.isOver, /text-decoration:line-through">Встреча/.test(html)], [isOver, isOver], kind);
      assert.ok(preview.mailServer);
      await send('/api/letters/test', kind);
    }
    await office.settle();
    const letters = office.taken().slice(count);
    assert.equal(letters.length, CLIENT_LETTER_KINDS.length);
    for (const letter of letters) {
      assert.equal(letter.to, `${anna.owner}@example.com`);
      assert.match(letter.text, /Это пробное письмо/);
      assert.equal(letter.calendar, '', 'a calendar would show a meeting that is none');
      const { subject, text, html, calendar, raw } = letter;
      assert.ok(!saysTooMuch([subject, text, html, calendar, raw, decoded(raw)].join('\n')), subject);
    }
    assert.deepEqual(await anna.letters(), [], 'a sample is no letter to a client');
    await assert.rejects(
      send('/api/letters/preview', 'verification'),
      (error: { status?: number }) => error.status === 400,
    );
  });
});

function decoded(raw: string): string {
  return raw.replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_word, base64: string) =>
    Buffer.from(base64, 'base64').toString(),
  );
}
