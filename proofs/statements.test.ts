import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { planReminders } from '#server/practice/letters/plan-due-reminders.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, type LetterPractice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';
import { statementsOf } from '#proofs/support/statements.ts';
import { NOON } from '#proofs/support/test-server.ts';

/** Statements of a whole call that read or write, the look at its sign-in included. */
const MOST = { session: 12, approval: 24, request: 20, reminder: 14 } as const;

/** Of transactions, what the outbox looks for at each tick, and that a sign-in was seen, once a minute. */
const BESIDE =
  /^(?:savepoint|release|update "(?:sign_ins|known_addresses)"|select .* \(?claimed (?:<=|is null and updated >))/s;

forEachEngine((engine) => {
  let office: LetterOffice;
  let anna: LetterPractice;
  let client: string;
  let requests = 0;
  before(async () => {
    // With the limits of the product, which several nodes count in the database.
    office = await openLetterOffice(engine, 'accept', undefined, {});
    anna = await office.practitioner();
    client = await anna.client();
    // The first text of a practice makes its key, once.
    await anna.pb.collection('clients').update(client, { description: 'Тревога' });
    await anna.session(client, '2026-12-04 07:00:00.000Z');
    await office.settle();
  });
  after(() => office[Symbol.asyncDispose]());

  /** Counts the statements of a call after which the outbox is at rest. */
  const expectAtMost = async (most: number, run: () => Promise<unknown>): Promise<void> => {
    // What was pressed before leaves first.
    await office.settle();
    // Until the last look that this woke.
    await sleep(100);
    const statements = await statementsOf(office.server.context.db.read, run);
    const counted = statements.filter((text) => !BESIDE.test(text));
    assert.ok(counted.length > 0);
    assert.ok(counted.length <= most, `${counted.length}:\n${counted.join('\n')}`);
  };
  const ask = async (): Promise<string> => {
    requests += 1;
    const body = {
      name: 'Олег Смирнов',
      phone: `+7 916 555-00-0${requests}`,
      start: NOON.add({ hours: 24 * 10 + requests }).toString(),
      email: `oleg${requests}@example.org`,
    };
    const path = `/api/booking-page/${anna.bookingHash}`;
    return (await office.server.visitor().send<{ id: string }>(path, { method: 'POST', body })).id;
  };

  test('a session is planned with its letter by few statements', () =>
    expectAtMost(MOST.session, () => anna.session(client, '2026-12-02 07:00:00.000Z')));

  test('a visitor’s request is stored with two letters by few statements', () => expectAtMost(MOST.request, ask));

  test('a request is approved, with a new client, a session and a letter, by few statements', async () => {
    const id = await ask();
    // On PostgreSQL the lock and a message to other nodes.
    const among = engine === 'postgres' ? 2 : 0;
    await expectAtMost(MOST.approval + among, () =>
      anna.pb.send(`/api/booking/${id}/approve`, { method: 'POST', body: {} }),
    );
  });

  test('a reminder is planned, written, handed over and settled by few statements', async () => {
    await anna.session(client, '2026-12-01 07:00:00.000Z');
    await office.settle();
    const { context, clock } = office.server;
    const count = office.taken().length;
    // Thirteen, and one of the outbox's tick, which reads what earlier letters said and what is stored by now.
    // Several nodes lock the practitioner, publish two events to one another, and count the limits in the database.
    const among = engine === 'postgres' ? 4 : 0;
    await expectAtMost(MOST.reminder + among, async () => {
      // Not before: the outbox is at rest by now.
      clock.now = Temporal.Instant.from('2026-11-30T07:00:00Z');
      await planReminders(context);
      while (office.taken().length === count) await sleep(10);
      // Until its outcome is stored, and the outbox has looked for more.
      await sleep(500);
    });
    assert.match(office.taken().at(-1)?.subject ?? '', /^Напоминание/);
  });
});
