import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '#server/ground/db/database.ts';
import { PERSON } from '#proofs/support/booking/random-starts.ts';
import { type Behaviour, startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

const MONDAY = Temporal.Instant.from('2026-11-23T06:00:00Z');

/** Registers and requests times while every attempt to send a letter hangs: each call gets its response. */
export async function expectNoWaiting(engine: Engine, behaviour: Behaviour): Promise<void> {
  const held = Promise.withResolvers<void>();
  await using smtp = await startFakeSmtp(behaviour, held.promise);
  await using server = await openTestServer(engine, { config: { smtpUrl: smtp.url } });
  const { owner, bookingHash } = await server.practitioner();
  await addWorkingWeek(server.context.db, owner);
  const password = { password: 'correct horse', passwordConfirm: 'correct horse' };
  const attempts = () =>
    server.context.db.read.selectFrom('outbox').where('attempts', '>', 0).select('claimed').execute();
  for (let at = 0; at < 3; at += 1) {
    await server
      .visitor()
      .collection('users')
      .create({ ...password, email: `${at}@example.org` });
    await server.visitor().send(`/api/booking-page/${bookingHash}`, {
      method: 'POST',
      body: { ...PERSON, start: MONDAY.add({ hours: at }).toString() },
    });
    // No attempt ends before the mail server continues: a response that waited for one would come after it.
    assert.ok((await attempts()).every(({ claimed }) => claimed !== null));
  }
  // The sender wakes on its own schedule.
  while ((await attempts()).length === 0) await sleep(10);
  held.resolve();
  const letters = await server.context.db.read.selectFrom('outbox').select('kind').execute();
  assert.equal(letters.length, 6);
  assert.deepEqual(smtp.taken, []);
  // A stopping server waits for letters in progress.
  await smtp[Symbol.asyncDispose]();
}
