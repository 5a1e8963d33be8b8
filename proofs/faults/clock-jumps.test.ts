import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JournalPage } from '#domain/journal/journal.ts';
import { printInstant } from '#domain/time/instant.ts';
import { mail } from '#server/letters.ts';
import { startOutbox } from '#server/ground/mail/outbox.ts';
import { claimLetter } from '#server/ground/mail/queues.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { smtpTransport } from '#server/ground/mail/smtp-transport.ts';
import { startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import { forEachEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addPractitioner } from '#proofs/support/rows.ts';
import { NOON, openTestServer, refusalOf } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

// A clock that is wrong for a while: values stored in that time must neither be lost nor last for ever.

const JUMPS = [{ hours: 2 }, { hours: -2 }, { hours: 400 * 24 }, { hours: -400 * 24 }];
const USER = 'abcdefghijklmno';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('a clock that jumps and comes back books no time twice and keeps the journal in the order of what happened', async () => {
    await using server = await openTestServer(engine);
    const practitioner = await server.practitioner();
    const { id: client } = await practitioner.pb
      .collection('clients')
      .create({ name: 'Анна', phone: '+7 900 000-00-00' });
    const dates = JUMPS.map((_, index) => printInstant(NOON.add({ hours: 1000 + 3 * index })));
    const known: string[] = [];
    for (const [index, jump] of JUMPS.entries()) {
      server.clock.now = NOON.add(jump);
      const { pb } = await server.signIn(practitioner);
      const { id } = await pb.collection('sessions').create({ client, date: dates[index], status: 'scheduled' });
      known.unshift(id);
      for (const date of dates.slice(0, index + 1)) {
        const again = await refusalOf(pb.collection('sessions').create({ client, date, status: 'scheduled' }));
        assert.deepEqual(again.codes, { date: 'slot_taken' });
      }
    }
    server.clock.now = NOON;
    const { pb } = await server.signIn(practitioner);
    const { items } = await pb.send<JournalPage>('/api/journal', { query: { perPage: 100 } });
    const sessions = items.filter(({ subject, action }) => subject === 'sessions' && action === 'create');
    assert.deepEqual(
      sessions.map(({ record }) => record),
      known,
    );
    assert.deepEqual(await heldTimeFaults(server.context.db.read, practitioner.owner), []);
  });

  it('AUTH-03 a token is good for its seven days by the clock that is right: one that was issued ahead of it is none', async () => {
    await using server = await openTestServer(engine);
    const practitioner = await server.practitioner();
    const asks = async (pb: typeof practitioner.pb) =>
      pb
        .collection('users')
        .authRefresh()
        .then(
          () => 200,
          () => 401,
        );
    server.clock.now = NOON.add({ hours: 400 * 24 });
    assert.equal(await asks(practitioner.pb), 401);
    const ahead = await server.signIn(practitioner);
    assert.equal(await asks(ahead.pb), 200);
    server.clock.now = NOON;
    assert.equal(await asks(ahead.pb), 401);
    const now = await server.signIn(practitioner);
    assert.equal(await asks(now.pb), 200);
  });

  it('letters that were queued, tried or being sent while the clock was ahead go on when it is right again', async () => {
    await using data = await openTestDatabase(engine);
    await using smtp = await startFakeSmtp('accept');
    const clock = { now: NOON.add({ hours: 400 * 24 }) };
    const context = await mailContext(data.db, data.config, clock);
    await addPractitioner(data.db, { id: USER, verified: 0 });
    for (const dedupeKey of ['one', 'two', 'three']) {
      await data.db.write((write) =>
        queueLetter(write, { kind: 'verification', ids: { user: USER }, account: USER, dedupeKey, now: clock.now }),
      );
    }
    assert.ok(await claimLetter(context), 'left behind in the middle of being sent');
    clock.now = NOON;
    const outbox = startOutbox(context, mail, smtpTransport(smtp.url));
    const deadline = performance.now() + 60_000;
    while (smtp.taken.length < 3 && performance.now() < deadline) await sleep(20);
    await outbox.stop();
    assert.equal(smtp.taken.length, 3);
  });
});
