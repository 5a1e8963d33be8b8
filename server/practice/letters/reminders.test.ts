import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { printInstant } from '#domain/time/instant.ts';
import { planReminders } from '#server/practice/letters/plan-due-reminders.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, type LetterPractice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { NOON } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

/** Tuesday, 10:00 in Moscow; its reminder of 24 hours before is Monday, 10:00. */
const TUESDAY_TEN = '2026-12-01 07:00:00.000Z';
const MONDAY_TEN = '2026-11-30 07:00:00.000Z';
const REMINDERS = "kind = 'session-reminder'";
const at = (stored: string): Temporal.Instant => Temporal.Instant.from(stored.replace(' ', 'T'));

forEachEngine((engine) => {
  const it = sameOnBoth(engine);
  let office: LetterOffice;
  before(async () => void (office = await openLetterOffice(engine)));
  after(() => office[Symbol.asyncDispose]());
  beforeEach(() => void (office.server.clock.now = NOON));

  /** Returns the sessions with a reminder a minute before that time, and at that time. */
  const remindedAround = async (practice: LetterPractice, time: string): Promise<[string[], string[]]> => {
    const reminded = async (now: Temporal.Instant): Promise<string[]> => {
      office.server.clock.now = now;
      await planReminders(office.server.context);
      return (await practice.letters(REMINDERS)).map(({ session }) => session).toSorted();
    };
    const earlier = await reminded(at(time).subtract({ minutes: 1 }));
    return [earlier, (await reminded(at(time))).filter((session) => !earlier.includes(session))];
  };
  const fallsDueAt = async (practice: LetterPractice, session: string, time: string): Promise<void> => {
    const [earlier, then] = await remindedAround(practice, time);
    assert.ok(!earlier.includes(session), `before ${time}`);
    assert.deepEqual(then, [session], time);
  };
  const change = async (practice: LetterPractice, values: object) => {
    const { pb } = await office.server.signIn(practice);
    const { id } = await pb.collection('profiles').getFirstListItem('');
    return pb.collection('profiles').update(id, values);
  };

  test('LETTER-04 a reminder waits for its time, goes once, and says when', async () => {
    const anna = await office.practitioner();
    const client = await anna.client();
    await anna.session(client, TUESDAY_TEN);
    await office.settle();
    const count = office.taken().length;
    office.server.clock.now = Temporal.Instant.from('2026-11-30T06:59:00Z');
    await office.send();
    assert.equal(office.taken().length, count);
    await office.advance({ minutes: 1 });
    await office.advance({ hours: 3 });
    assert.equal(office.taken().length, count + 1);
    const reminder = office.taken().at(-1);
    assert.equal(reminder?.subject, 'Напоминание: встреча 1 декабря, 10:00 (по Москве)');
    assert.match(reminder?.calendar ?? '', /METHOD:PUBLISH/);
    const [sent] = await anna.letters(REMINDERS);
    assert.equal(sent?.state, 'sent');
    assert.equal(sent?.sent_at, MONDAY_TEN);
  });

  it('LETTER-03 LETTER-04 changed rules count from then on, in the client’s zone, and off drops all that waits', async () => {
    const anna = await office.practitioner();
    const here = await anna.client();
    const there = await anna.client({ time_zone: 'Asia/Vladivostok' });
    const [tuesday, thursday, saturday, monday, last] = [
      await anna.session(here, TUESDAY_TEN),
      await anna.session(here, '2026-12-03 07:00:00.000Z'),
      await anna.session(here, '2026-12-05 07:00:00.000Z'),
      await anna.session(here, '2026-12-07 07:00:00.000Z'),
      await anna.session(here, '2026-12-09 07:00:00.000Z'),
    ];
    // 14:00 in Moscow is 21:00 in Vladivostok, which is quiet.
    const far = await anna.session(there, '2026-12-01 11:00:00.000Z');
    await office.settle();
    await fallsDueAt(anna, tuesday, MONDAY_TEN);
    await fallsDueAt(anna, far, '2026-11-30 10:59:00.000Z');
    await change(anna, { reminder_hours: 2 });
    // 08:00 in Moscow is quiet: 20:59 of the evening before.
    await fallsDueAt(anna, thursday, '2026-12-02 17:59:00.000Z');
    await change(anna, { quiet_from: '00:00', quiet_to: '00:00' });
    await fallsDueAt(anna, saturday, '2026-12-05 05:00:00.000Z');
    office.smtp.behaviour = 'busy';
    office.server.clock.now = at('2026-12-07 05:00:00.000Z');
    await office.send();
    assert.deepEqual(await anna.told(`session = '${monday}' && ${REMINDERS}`), ['session-reminder due']);
    await change(anna, { client_letters: false });
    assert.deepEqual(await anna.letters("state = 'due'"), []);
    office.smtp.behaviour = 'accept';
    assert.deepEqual((await remindedAround(anna, '2026-12-09 05:00:00.000Z'))[1], []);
    // Its moment has passed when letters are on again.
    office.server.clock.now = office.server.clock.now.add({ seconds: 1 });
    await change(anna, { client_letters: true });
    await office.send();
    assert.deepEqual(await anna.letters(`session = '${last}' && ${REMINDERS}`), []);
    for (const wrong of [{ reminder_hours: 5 }, { quiet_from: '25:00' }, { sender_name: 'Психолог Анна' }]) {
      await assert.rejects(change(anna, wrong), (error: { status?: number }) => error.status === 400);
    }
  });

  it('LETTER-04 no reminder of a session inside its window, of a reserved one, or twice for one start', async () => {
    const anna = await office.practitioner();
    const client = await anna.client();
    // A minute after the moment of its reminder.
    await anna.session(client, printInstant(NOON.add({ hours: 23, minutes: 59 })));
    const reserved = await anna.session(client, TUESDAY_TEN, { status: 'reserved' });
    await office.settle();
    assert.deepEqual(await anna.told(), ['session-planned sent']);
    await anna.pb.collection('sessions').update(reserved, { status: 'scheduled' });
    await office.settle();
    await fallsDueAt(anna, reserved, MONDAY_TEN);
    await office.send();
    await change(anna, { reminder_hours: 2, quiet_to: '06:00' });
    office.server.clock.now = at('2026-12-01 05:00:00.000Z');
    await office.send();
    assert.deepEqual(await anna.told(REMINDERS), ['session-reminder sent']);
  });

  it('LETTER-04 of two nodes that look at once, one plans a reminder', async () => {
    const anna = await office.practitioner();
    await anna.session(await anna.client(), TUESDAY_TEN);
    await office.settle();
    office.server.clock.now = at(MONDAY_TEN);
    await Promise.all([planReminders(office.server.context), planReminders(office.server.context)]);
    assert.equal((await anna.letters(REMINDERS)).length, 1);
  });

  it('LETTER-04 a reminder of 72 hours goes before a night of almost a day', async () => {
    const anna = await office.practitioner({ reminder_hours: 72, quiet_from: '11:00', quiet_to: '10:59' });
    const session = await anna.session(await anna.client(), TUESDAY_TEN);
    await office.settle();
    await fallsDueAt(anna, session, '2026-11-27 07:59:00.000Z');
  });

  it('LETTER-04 a reminder that could not be sent is an hour late at most, then expired and shown', async () => {
    const anna = await office.practitioner();
    const client = await anna.client();
    const early = await anna.session(client, TUESDAY_TEN);
    const late = await anna.session(client, '2026-12-01 08:00:00.000Z');
    await office.settle();
    const count = office.taken().length;
    // No program ran meanwhile, so the second one is 30 minutes late.
    office.server.clock.now = Temporal.Instant.from('2026-11-30T08:30:00Z');
    await office.send();
    assert.equal(office.taken().length, count + 1);
    const states = async () =>
      Object.fromEntries((await anna.letters(REMINDERS)).map(({ session, state }) => [session === late, state]));
    assert.deepEqual(await states(), { true: 'sent', false: 'expired' });
    await office.send();
    assert.equal((await anna.letters(REMINDERS)).length, 2, 'expired once');
    await change(anna, { reminder_hours: 12 });
    assert.deepEqual(await remindedAround(anna, '2026-11-30 17:59:00.000Z'), [[early, late].toSorted(), []]);
    // A sender may have been quicker.
    await office.send();
    assert.deepEqual(await anna.told(`session = '${early}' && ${REMINDERS}`), [
      'session-reminder expired',
      'session-reminder sent',
    ]);
  });

  it('LETTER-04 the zone, the address and the will of a client decide their reminders until they fall due', async () => {
    const anna = await office.practitioner();
    const client = await anna.client({ email: '' });
    const sessions = [await anna.session(client, TUESDAY_TEN), await anna.session(client, '2026-12-03 07:00:00.000Z')];
    const [first = '', second = ''] = sessions;
    await office.settle();
    assert.deepEqual(await anna.letters(), []);
    const update = async (values: object) => {
      const { pb } = await office.server.signIn(anna);
      return pb.collection('clients').update(client, values);
    };
    assert.equal((await update({ email: 'new@example.org' }))['reminders'], 'email');
    await update({ time_zone: 'America/New_York' });
    // 02:00 in New York is quiet: 20:59 of Sunday there.
    await fallsDueAt(anna, first, '2026-11-30 01:59:00.000Z');
    for (const values of [{ reminders: 'none' }, { reminders: 'email', email: '' }]) {
      await update(values);
      assert.deepEqual((await remindedAround(anna, '2026-12-01 15:00:00.000Z'))[1], []);
    }
    await update({ email: 'again@example.org', reminders: 'email', time_zone: 'Europe/Moscow' });
    await fallsDueAt(anna, second, '2026-12-02 07:00:00.000Z');
    await assert.rejects(update({ email: 'nobody@' }), (error: { status?: number }) => error.status === 400);
  });

  it('LETTER-04 a due reminder that waits for its next attempt outlives a corrected address and changed rules', async () => {
    const anna = await office.practitioner();
    const client = await anna.client({ email: 'wrong@example.org' });
    await anna.session(client, TUESDAY_TEN);
    await office.settle();
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
        .filter(({ to }) => /^(?:right|wrong)@/.test(to))
        .map(({ to, subject }) => `${to} ${subject}`),
      ['right@example.org Напоминание: встреча 1 декабря, 10:00 (по Москве)'],
    );
    assert.deepEqual(await anna.told("kind = 'session-reminder'"), ['session-reminder sent']);
  });
});
