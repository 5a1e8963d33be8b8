import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { act } from '#server/ground/action.ts';
import { openRow } from '#server/ground/db/sealed-rows.ts';
import { ownerId, PROGRAM } from '#server/ground/identity/actor.ts';
import { mail } from '#server/letters.ts';
import { attemptLetter } from '#server/ground/mail/attempt-letter.ts';
import { startOutbox } from '#server/ground/mail/outbox.ts';
import { claimLetter, requeueLetters, settleLetter } from '#server/ground/mail/queues.ts';
import { smtpTransport } from '#server/ground/mail/smtp-transport.ts';
import type { Transport } from '#server/ground/mail/transport.ts';
import { dropLetters } from '#server/practice/letters/letter-rows.ts';
import { changeSession } from '#server/practice/sessions/change-session.ts';
import { forEachEngine, onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { arrivalsOf } from '#proofs/support/letters/arrivals.ts';
import { killSenders } from '#proofs/support/letters/kill-senders.ts';
import { plantDueLetters } from '#proofs/support/letters/plant-letters.ts';
import { type Behaviour, startFakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import { longTest } from '#proofs/support/long-form.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

const LETTERS = 8;
/** More than one node sends at a time. */
const SHARED = 30;
const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('LETTER-07 a mail server that refuses, drops, hangs up and answers 4xx loses no letter and doubles none', async () => {
    await using data = await openTestDatabase(engine);
    await using smtp = await startFakeSmtp('busy');
    const clock = { now: NOW };
    const context = await mailContext(data.db, data.config, clock);
    await plantDueLetters(data.db, LETTERS, NOW);
    const outbox = startOutbox(context, mail, smtpTransport(smtp.url));
    const states = async () =>
      (await data.db.read.selectFrom('letters').select(['state']).execute()).map(({ state }) => state);
    const attempted = async (attempts: number): Promise<boolean> => {
      const rows = await data.db.read.selectFrom('letters').select(['attempts', 'claimed']).execute();
      return rows.every((row) => row.attempts >= attempts && row.claimed === null);
    };
    const troubles: Behaviour[] = ['busy', 'hang-up'];
    for (const [at, behaviour] of troubles.entries()) {
      smtp.behaviour = behaviour;
      while (!(await attempted(at + 1))) {
        outbox.wake();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      clock.now = clock.now.add({ minutes: 10 });
    }
    assert.deepEqual(smtp.taken, []);
    smtp.behaviour = 'accept';
    while ((await states()).some((state) => state !== 'sent')) {
      outbox.wake();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await outbox.stop();
    assert.deepEqual(arrivalsOf(smtp.taken), { times: Array(LETTERS).fill(1), ids: Array(LETTERS).fill(1) });
  });

  it('LETTER-04 a session cancelled between the mail server’s answer and our note of it is told as cancelled', async () => {
    await using data = await openTestDatabase(engine);
    const context = await mailContext(data.db, data.config, { now: NOW });
    await plantDueLetters(data.db, 1, NOW);
    const [accepted, noted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transport: Transport = {
      async send({ handOver }) {
        if (!(await handOver?.())) return { outcome: 'withdrawn' };
        accepted.resolve();
        await noted.promise;
        return { outcome: 'sent' };
      },
    };
    const outbox = startOutbox(context, mail, transport);
    await accepted.promise;
    const stored = await data.db.read.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    const session = await openRow(data.db.read, 'sessions', stored);
    await act({ context, actor: PROGRAM, now: NOW }, ownerId(session.user), (action) =>
      changeSession(action, session, { ...session, status: 'canceled' }, false),
    );
    noted.resolve();
    const told = async () =>
      (await data.db.read.selectFrom('letters').select(['kind', 'state']).execute())
        .map(({ kind, state }) => `${kind} ${state}`)
        .toSorted();
    const wanted = ['session-cancelled sent', 'session-planned sent'];
    for (let patience = 3000; patience > 0 && !isDeepStrictEqual(await told(), wanted); patience -= 1) {
      outbox.wake();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await outbox.stop();
    assert.deepEqual(await told(), wanted);
  });

  it('LETTER-06 a letter that may have arrived, and is taken back while a killed sender has it, is not repeated', async () => {
    await using data = await openTestDatabase(engine);
    const clock = { now: NOW };
    const context = await mailContext(data.db, data.config, clock);
    await plantDueLetters(data.db, 1, NOW);
    const transport: Transport = {
      send: async ({ handOver }) =>
        (await handOver?.()) === true ? { outcome: 'unknown', reason: 'ECONNECTION' } : { outcome: 'withdrawn' },
    };
    const { claimed } = (await claimLetter(context)) ?? assert.fail('no letter is due');
    assert.ok(claimed.queue === 'letters');
    const outcome = await attemptLetter(context, { transport, mail }, claimed, AbortSignal.timeout(10_000));
    assert.equal(await settleLetter(context, mail.follow, claimed, outcome), 'unknown');
    clock.now = clock.now.add({ minutes: 1 });
    assert.ok(await claimLetter(context), 'it would be repeated');
    await act({ context, actor: PROGRAM, now: clock.now }, ownerId(claimed.row.user), (action) =>
      dropLetters(action, 'all'),
    );
    await requeueLetters(context, mail.follow, { all: true, except: [] });
    const letter = data.db.read.selectFrom('letters').select(['state', 'not_before']);
    assert.deepEqual({ ...(await letter.executeTakeFirstOrThrow()) }, { state: 'unknown', not_before: null });
  });

  it('LETTER-07 a letter whose answer is lost twice arrives twice at most, and reads as unknown', async () => {
    await using data = await openTestDatabase(engine);
    await using smtp = await startFakeSmtp('take-and-hang-up');
    const clock = { now: NOW };
    const context = await mailContext(data.db, data.config, clock);
    await plantDueLetters(data.db, 1, NOW);
    const outbox = startOutbox(context, mail, smtpTransport(smtp.url));
    const waits = data.db.read.selectFrom('letters').select('id').where('not_before', 'is not', null);
    while ((await waits.execute()).length > 0) {
      clock.now = clock.now.add({ minutes: 1 });
      outbox.wake();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await outbox.stop();
    assert.deepEqual(arrivalsOf(smtp.taken), { times: [2], ids: [1] });
    const { state } = await data.db.read.selectFrom('letters').select('state').executeTakeFirstOrThrow();
    assert.equal(state, 'unknown');
  });
});

longTest('LETTER-07 senders killed while they send lose no letter, and none arrives more than twice', async () => {
  const { lost, most, ids } = await killSenders({ letters: 20, kills: 2 });
  assert.deepEqual({ lost, ids }, { lost: 0, ids: 1 });
  assert.ok(most <= 2);
});

onEngine('postgres', 'only here several nodes send', () => {
  test('LETTER-07 two nodes share the letters and send each of them once', async () => {
    await using data = await openTestDatabase('postgres');
    await using smtp = await startFakeSmtp();
    const clock = { now: NOW };
    await plantDueLetters(data.db, SHARED, NOW);
    const nodes = [await mailContext(data.db, data.config, clock), await mailContext(data.db, data.config, clock)].map(
      (context) => startOutbox(context, mail, smtpTransport(smtp.url)),
    );
    const waiting = () => data.db.read.selectFrom('letters').select('id').where('state', '!=', 'sent').execute();
    while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.all(nodes.map((node) => node.stop()));
    assert.deepEqual(arrivalsOf(smtp.taken), { times: Array(SHARED).fill(1), ids: Array(SHARED).fill(1) });
  });
});
