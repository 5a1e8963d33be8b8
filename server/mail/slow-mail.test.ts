import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERSON } from '#proofs/support/booking/random-starts.ts';
import { startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';

const LONGEST_MS = 500;
const MONDAY = Temporal.Instant.from('2026-11-23T06:00:00Z');

forEachEngine((engine) => {
  for (const [what, behaviour] of [
    ['keeps silent', 'silent'],
    ['hangs up', 'hang-up'],
    ['refuses everybody', 'refuse'],
  ] as const) {
    test(`AUTH-01 PUBLIC-05 a mail server that ${what} holds up no registration and no request`, async () => {
      await using smtp = await startFakeSmtp(behaviour);
      await using server = await openTestServer(engine, { config: { smtpUrl: smtp.url } });
      const { owner, bookingHash } = await server.practitioner();
      await addWorkingWeek(server.context.db, owner);
      const password = { password: 'correct horse', passwordConfirm: 'correct horse' };
      // The quickest of three: what waits for the mail server is held up each time, what waits for a busy machine is not.
      const quickest: Record<string, number> = {};
      for (let at = 0; at < 3; at += 1) {
        const register = () =>
          server
            .visitor()
            .collection('users')
            .create({ ...password, email: `${at}@example.org` });
        const request = () =>
          server.visitor().send(`/api/booking-page/${bookingHash}`, {
            method: 'POST',
            body: { ...PERSON, start: MONDAY.add({ hours: at }).toString() },
          });
        for (const [name, call] of Object.entries({ register, request })) {
          const before = performance.now();
          await call();
          quickest[name] = Math.min(quickest[name] ?? Infinity, performance.now() - before);
        }
      }
      for (const [name, ms] of Object.entries(quickest)) assert.ok(ms <= LONGEST_MS, `${name}: ${ms} ms`);
      const letters = await server.context.db.read.selectFrom('outbox').select('kind').execute();
      assert.equal(letters.length, 6);
      assert.deepEqual(smtp.taken, []);
      // A server that stops waits for what it sends.
      await smtp[Symbol.asyncDispose]();
    });
  }
});
