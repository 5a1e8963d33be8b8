import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const TEN = '2026-12-01 07:00:00.000Z';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => {
    office.server.clock.now = NOON;
    office.smtp.behaviour = 'accept';
  });

  const subjectsTo = (email: string): string[] =>
    office
      .taken()
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject);

  it('LETTER-04 a session given to another client is cancelled for the first one', async () => {
    const anna = await office.practitioner();
    const first = await anna.client({ email: 'first@example.org' });
    const second = await anna.client({ email: 'second@example.org', name: 'Борис Петров' });
    const session = await anna.session(first, TEN);
    await office.settle();
    await anna.pb.collection('sessions').update(session, { client: second });
    await office.settle();
    assert.deepEqual(subjectsTo('first@example.org'), [
      'Встреча 1 декабря, 10:00 (по Москве)',
      'Встреча отменена: 1 декабря, 10:00 (по Москве)',
    ]);
    assert.deepEqual(subjectsTo('second@example.org'), ['Встреча 1 декабря, 10:00 (по Москве)']);
  });

  it('LETTER-04 a session called off without a letter and given to another client is told to that one once it stands', async () => {
    const anna = await office.practitioner();
    const first = await anna.client({ email: 'had@example.org' });
    const second = await anna.client({ email: 'gets@example.org', name: 'Борис Петров' });
    const sessions = anna.pb.collection('sessions');
    const session = await anna.session(first, TEN);
    office.server.clock.now = office.server.clock.now.add({ seconds: 1 });
    await sessions.update(session, { status: 'canceled' }, { query: { silent: true } });
    await sessions.update(session, { client: second });
    await sessions.update(session, { status: 'scheduled' });
    await office.settle();
    assert.deepEqual(subjectsTo('had@example.org'), []);
    assert.deepEqual(subjectsTo('gets@example.org'), ['Встреча 1 декабря, 10:00 (по Москве)']);
  });

  it('LETTER-04 what a client believes is called off where the new time went by before a letter could leave', async () => {
    const anna = await office.practitioner();
    const client = await anna.client({ email: 'late@example.org' });
    const session = await anna.session(client, TEN);
    await office.settle();
    const soon = office.server.clock.now.add({ minutes: 5 }).toString();
    await anna.pb.collection('sessions').update(session, { date: soon });
    await office.advance({ minutes: 10 });
    assert.deepEqual(subjectsTo('late@example.org'), [
      'Встреча 1 декабря, 10:00 (по Москве)',
      'Встреча отменена: 1 декабря, 10:00 (по Москве)',
    ]);
  });

  it('LETTER-04 a cancellation that waits while the session comes back to its client is not sent', async () => {
    const anna = await office.practitioner();
    const first = await anna.client({ email: 'back@example.org' });
    const second = await anna.client({ email: 'none@example.org', name: 'Борис Петров' });
    const session = await anna.session(first, TEN);
    await office.settle();
    office.smtp.behaviour = 'busy';
    await anna.pb.collection('sessions').update(session, { client: second });
    await office.settle();
    await anna.pb.collection('sessions').update(session, { client: first });
    await office.settle();
    office.smtp.behaviour = 'accept';
    await office.advance({ minutes: 10 });
    assert.ok(!subjectsTo('back@example.org').some((subject) => subject.includes('отменена')));
    assert.equal(subjectsTo('back@example.org').at(-1), 'Встреча 1 декабря, 10:00 (по Москве)');
    assert.deepEqual(subjectsTo('none@example.org'), []);
  });

  it('LETTER-04 an approval that waits is not sent once its session belongs to another client', async () => {
    const anna = await office.practitioner();
    const person = { name: 'Олег Смирнов', phone: '+7 916 555-00-01' };
    await anna.client({ ...person, email: 'oleg@example.org', reminders: 'none' });
    const other = await anna.client({ email: 'other@example.org', name: 'Борис Петров' });
    const path = `/api/booking-page/${anna.bookingHash}`;
    const body = { ...person, start: '2026-12-01T07:00:00Z', email: 'oleg@example.org' };
    const { id } = await office.server.visitor().send<{ id: string }>(path, { method: 'POST', body });
    await office.settle();
    office.smtp.behaviour = 'busy';
    const { session } = await anna.pb.send(`/api/booking/${id}/approve`, { method: 'POST', body: {} });
    await office.settle();
    await anna.pb.collection('sessions').update(session.id, { client: other });
    await office.settle();
    assert.deepEqual(await anna.told("kind = 'request-approved'"), ['request-approved dropped']);
    office.smtp.behaviour = 'accept';
    await office.advance({ minutes: 10 });
    assert.deepEqual(
      subjectsTo('oleg@example.org').filter((subject) => subject.startsWith('Подтверждено')),
      [],
    );
    assert.deepEqual(subjectsTo('other@example.org'), ['Встреча 1 декабря, 10:00 (по Москве)']);
  });

  it('LETTER-05 calendar files of one session rise, though it was another client’s in between or was deleted', async () => {
    const anna = await office.practitioner();
    const first = await anna.client({ email: 'rise@example.org' });
    const second = await anna.client({ email: 'between@example.org', name: 'Борис Петров' });
    const session = await anna.session(first, TEN);
    const sessions = anna.pb.collection('sessions');
    await office.settle();
    for (const client of [second, first]) {
      await sessions.update(session, { client });
      await office.settle();
    }
    await sessions.delete(session);
    await office.settle();
    await sessions.create({ id: session, client: first, date: TEN });
    await office.settle();
    const files = office.taken().filter(({ to }) => to === 'rise@example.org');
    assert.deepEqual(
      files.map(({ calendar }) => /^STATUS:(\w+)/m.exec(calendar)?.[1]),
      ['CONFIRMED', 'CANCELLED', 'CONFIRMED', 'CANCELLED', 'CONFIRMED'],
    );
    const sequences = files.map(({ calendar }) => Number(/^SEQUENCE:(\d+)/m.exec(calendar)?.[1]));
    assert.deepEqual(
      sequences,
      [...new Set(sequences)].toSorted((one, other) => one - other),
    );
  });

  test('LETTER-05 a calendar file names the address as mail servers know it', async () => {
    const anna = await office.practitioner({ reply_to: 'me@почта.рф' });
    await anna.session(await anna.client({ email: 'anna@пример.рф' }), TEN);
    await office.settle();
    const { calendar = '' } = office.taken().at(-1) ?? {};
    const file = calendar.replaceAll('\r\n ', '');
    assert.match(file, /^METHOD:REQUEST\r$/m);
    assert.match(file, /^ATTENDEE;.*:mailto:anna@xn--e1afmkfd\.xn--p1ai\r$/m);
    assert.match(file, /^ORGANIZER;.*:mailto:me@xn--80a1acny\.xn--p1ai\r$/m);
    assert.match(office.taken().at(-1)?.text ?? '', /^Ответ «нет» в календаре встречу не отменяет\.$/m);
  });
});
