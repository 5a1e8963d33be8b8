import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

/** Tuesday, 10:00 in Moscow; its reminder of 24 hours before is Monday, 10:00. */
const TUESDAY_TEN = '2026-12-01 07:00:00.000Z';
const MONDAY_TEN = '2026-11-30 07:00:00.000Z';
const REMINDERS = "kind = 'session-reminder' && state = 'due'";

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  const waiting = async (practice: Awaited<ReturnType<LetterOffice['practitioner']>>): Promise<string[]> =>
    (await practice.letters(REMINDERS)).map(({ not_before }) => not_before).toSorted();

  test('LETTER-04 a reminder waits for its time, goes once, and says when', async () => {
    const anna = await office.practitioner();
    const client = await anna.client();
    await anna.session(client, TUESDAY_TEN);
    assert.deepEqual(await waiting(anna), [MONDAY_TEN]);
    await office.send();
    const count = office.taken().length;
    office.server.clock.now = Temporal.Instant.from('2026-11-30T06:59:00Z');
    await office.send();
    assert.equal(office.taken().length, count);
    await office.advance({ minutes: 1 });
    await office.advance({ hours: 3 });
    assert.equal(office.taken().length, count + 1);
    const reminder = office.taken().at(-1);
    assert.equal(reminder?.subject, 'Напоминание: встреча 1 декабря, 10:00 (по Москве)');
    assert.match(reminder?.calendar ?? '', /METHOD:REQUEST/);
    const [sent] = await anna.letters("kind = 'session-reminder'");
    assert.equal(sent?.state, 'sent');
    assert.equal(sent?.sent_at, MONDAY_TEN);
  });

  it('LETTER-03 LETTER-04 changed rules plan waiting reminders anew, in the client’s zone, and off drops all that waits', async () => {
    const anna = await office.practitioner();
    const here = await anna.client();
    const there = await anna.client({ time_zone: 'Asia/Vladivostok' });
    await anna.session(here, TUESDAY_TEN);
    // 14:00 in Moscow is 21:00 in Vladivostok, which is quiet.
    await anna.session(there, '2026-12-01 11:00:00.000Z');
    assert.deepEqual(await waiting(anna), [MONDAY_TEN, '2026-11-30 10:59:00.000Z']);
    const { id } = await anna.pb.collection('profiles').getFirstListItem('');
    const change = (values: object) => anna.pb.collection('profiles').update(id, values);
    await change({ reminder_hours: 2 });
    // 08:00 in Moscow is quiet: 20:59 of the evening before.
    assert.deepEqual(await waiting(anna), ['2026-11-30 17:59:00.000Z', '2026-12-01 09:00:00.000Z']);
    await change({ quiet_from: '00:00', quiet_to: '00:00' });
    assert.deepEqual(await waiting(anna), ['2026-12-01 05:00:00.000Z', '2026-12-01 09:00:00.000Z']);
    await change({ client_letters: false });
    await office.send();
    assert.deepEqual(await anna.letters("state = 'due'"), []);
    await anna.session(here, '2026-12-02 07:00:00.000Z');
    assert.deepEqual(await anna.letters("state = 'due'"), []);
    await change({ client_letters: true });
    assert.equal((await waiting(anna)).length, 3);
    for (const wrong of [{ reminder_hours: 5 }, { quiet_from: '25:00' }, { sender_name: 'Психолог Анна' }]) {
      await assert.rejects(change(wrong), (error: { status?: number }) => error.status === 400);
    }
  });

  it('LETTER-04 no reminder of a session inside its window, of a reserved one, or twice for one start', async () => {
    const anna = await office.practitioner();
    const client = await anna.client();
    await anna.session(client, NOON.add({ hours: 20 }).toString());
    const reserved = await anna.session(client, TUESDAY_TEN, { status: 'reserved' });
    assert.deepEqual(await waiting(anna), []);
    assert.deepEqual(
      (await anna.letters()).map(({ kind }) => kind),
      ['session-planned'],
    );
    await anna.pb.collection('sessions').update(reserved, { status: 'scheduled' });
    assert.deepEqual(await waiting(anna), [MONDAY_TEN]);
    office.server.clock.now = Temporal.Instant.from('2026-11-30T07:00:00Z');
    await office.send();
    const { pb } = await office.server.signIn(anna);
    const { id } = await pb.collection('profiles').getFirstListItem('');
    await pb.collection('profiles').update(id, { reminder_hours: 2, quiet_to: '06:00' });
    const reminders = await anna.letters("kind = 'session-reminder'");
    assert.deepEqual(
      reminders.map(({ state }) => state),
      ['sent'],
    );
  });

  it('LETTER-04 a reminder that nobody could send is an hour late at most, then expired and shown', async () => {
    const anna = await office.practitioner();
    const client = await anna.client();
    await anna.session(client, TUESDAY_TEN);
    const late = await anna.session(client, '2026-12-01 08:00:00.000Z');
    await office.send();
    const count = office.taken().length;
    // The queue was down; the second one is 30 minutes late.
    office.server.clock.now = Temporal.Instant.from('2026-11-30T08:30:00Z');
    await office.send();
    assert.equal(office.taken().length, count + 1);
    const states = Object.fromEntries(
      (await anna.letters("kind = 'session-reminder'")).map(({ session, state }) => [session === late, state]),
    );
    assert.deepEqual(states, { true: 'sent', false: 'expired' });
  });

  it('LETTER-04 the zone, the address and the will of a client plan their reminders anew', async () => {
    const anna = await office.practitioner();
    const client = await anna.client({ email: '' });
    await anna.session(client, TUESDAY_TEN);
    await office.send();
    assert.deepEqual(await anna.letters(), []);
    const change = (values: object) => anna.pb.collection('clients').update(client, values);
    assert.equal((await change({ email: 'new@example.org' }))['reminders'], 'email');
    assert.deepEqual(await waiting(anna), [MONDAY_TEN]);
    await change({ time_zone: 'America/New_York' });
    // 02:00 in New York is quiet: 20:59 of Sunday there.
    assert.deepEqual(await waiting(anna), ['2026-11-30 01:59:00.000Z']);
    await change({ reminders: 'none' });
    assert.deepEqual(await waiting(anna), []);
    await change({ reminders: 'email' });
    assert.equal((await waiting(anna)).length, 1);
    await change({ email: '' });
    assert.deepEqual(await waiting(anna), []);
    await assert.rejects(change({ email: 'nobody@' }), (error: { status?: number }) => error.status === 400);
  });

  it('LETTER-04 a due reminder that waits for its next attempt outlives a corrected address and changed rules', async () => {
    const anna = await office.practitioner();
    const client = await anna.client({ email: 'wrong@example.org' });
    await anna.session(client, TUESDAY_TEN);
    await office.send();
    const count = office.taken().length;
    office.smtp.behaviour = 'busy';
    office.server.clock.now = Temporal.Instant.from('2026-11-30T07:00:10Z');
    await office.send();
    const { pb } = await office.server.signIn(anna);
    await pb.collection('clients').update(client, { email: 'right@example.org' });
    const { id } = await pb.collection('profiles').getFirstListItem('');
    await pb.collection('profiles').update(id, { reminder_hours: 2, quiet_to: '06:00' });
    office.smtp.behaviour = 'accept';
    await office.advance({ minutes: 10 });
    assert.deepEqual(
      office
        .taken()
        .slice(count)
        .map(({ to, subject }) => `${to} ${subject}`),
      ['right@example.org Напоминание: встреча 1 декабря, 10:00 (по Москве)'],
    );
    assert.deepEqual(await anna.told("kind = 'session-reminder'"), ['session-reminder sent']);
  });
});
