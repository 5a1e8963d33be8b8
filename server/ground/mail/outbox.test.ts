import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printInstant } from '#domain/time/instant.ts';
import { mail } from '#server/letters.ts';
import { claimLetter, requeueLetters, settleLetter } from '#server/ground/mail/queues.ts';
import { plantDueLetters } from '#proofs/support/letters/plant-letters.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import type { FakeSmtp } from '#proofs/support/mail/fake-smtp.ts';
import { EMAIL, openOffice, settled, USER, waitForAttempt } from '#proofs/support/mail/office.ts';
import { forEachEngine, onEngine } from '#proofs/support/engines.ts';
import { longTest } from '#proofs/support/long-form.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

function messageIds(smtp: FakeSmtp): (string | undefined)[] {
  return smtp.taken.map((letter) => /^message-id: <(\w+)@/im.exec(letter)?.[1]);
}

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  test('a queued letter is sent once, with a Message-ID made when it was queued', async () => {
    await using office = await openOffice(engine, 'accept');
    await office.queue('one');
    const { message_id } = await settled(office.db, 'due');
    const outbox = office.start();
    await settled(office.db, 'sent');
    outbox.wake();
    await outbox.stop();
    assert.deepEqual(messageIds(office.smtp), [message_id]);
    assert.match(office.smtp.taken[0] ?? '', /^To: anna@example\.org$/m);
  });

  test('a letter about an account goes before all letters to clients, however long those wait', async () => {
    await using office = await openOffice(engine, 'accept');
    const { db, clock } = office;
    await plantDueLetters(db, 2, clock.now.subtract({ hours: 1 }));
    await office.queue('one');
    const claimed = [];
    for (let at = 0; at < 4; at += 1) claimed.push((await claimLetter(office.context))?.claimed.row.kind);
    assert.deepEqual(claimed, ['verification', 'session-planned', 'session-planned', undefined]);
  });

  it('the outbox and the log hold neither address nor token', async () => {
    await using office = await openOffice(engine, 'accept');
    await office.queue('one');
    const outbox = office.start();
    const row = await settled(office.db, 'sent');
    await outbox.stop();
    const token = /#token=([\w.-]+)/.exec(textOf(office.smtp.taken[0] ?? ''))?.[1] ?? 'missing';
    assert.match(token, /^ey/);
    for (const trace of [JSON.stringify(row), office.logged.join('')]) {
      assert.ok(!trace.includes(EMAIL) && !trace.includes(token));
    }
  });

  test('a letter with a key that was used is not queued again', async () => {
    await using office = await openOffice(engine, 'accept');
    await office.queue('one');
    await office.queue('one');
    await office.queue('two');
    const rows = await office.db.read.selectFrom('outbox').select('id').execute();
    assert.equal(rows.length, 2);
  });

  for (const behaviour of ['busy', 'hang-up'] as const) {
    test(`a mail server that is down (${behaviour}) delays the letter and loses nothing`, async () => {
      await using office = await openOffice(engine, behaviour);
      await office.queue('one');
      const outbox = office.start();
      const first = await waitForAttempt(office.db, 1);
      assert.equal(first.state, 'due');
      assert.ok((first.not_before ?? '') > '2026-11-18 09:41:00.000Z');
      office.smtp.behaviour = 'accept';
      outbox.wake();
      assert.equal((await waitForAttempt(office.db, 1)).state, 'due', 'not before its time');
      office.clock.now = office.clock.now.add({ minutes: 1 });
      outbox.wake();
      const sent = await settled(office.db, 'sent');
      await outbox.stop();
      assert.equal(sent.attempts, 2);
      assert.equal(office.smtp.taken.length, 1);
    });
  }

  it('a letter that the server keeps refusing is tried thirty times, and then given up', async () => {
    await using office = await openOffice(engine, 'busy');
    await office.queue('one');
    const outbox = office.start();
    assert.equal((await waitForAttempt(office.db, 1)).state, 'due');
    await office.db.write(({ trx }) => trx.updateTable('outbox').set({ attempts: 28 }).execute());
    for (const [attempts, state] of [
      [29, 'due'],
      [30, 'failed'],
    ] as const) {
      office.clock.now = office.clock.now.add({ hours: 3 });
      outbox.wake();
      assert.equal((await waitForAttempt(office.db, attempts)).state, state);
    }
    await outbox.stop();
  });

  test('a letter that is being sent by this process is not taken back, however long that takes', async (t) => {
    await using office = await openOffice(engine, 'take-and-keep-silent');
    t.mock.timers.enable({ apis: ['setInterval'] });
    await office.queue('one');
    const taken = office.smtp.nextTaken();
    const outbox = office.start();
    await taken;
    const { id, claimed: since } = await settled(office.db, 'due');
    assert.ok(since);
    // In one transaction: a second worker of the outbox would take it.
    const left = await office.db.write(async (write) => {
      const letter = { kind: 'verification', ids: { user: USER }, account: USER, dedupeKey: 'left behind' } as const;
      await queueLetter(write, { ...letter, now: office.clock.now });
      const stamp = printInstant(office.clock.now);
      const claimed = { claimed: stamp, attempts: 1, updated: stamp } as const;
      const due = write.trx.updateTable('outbox').set(claimed).where('claimed', 'is', null);
      return due.returning('id').executeTakeFirstOrThrow();
    });
    office.clock.now = office.clock.now.add({ minutes: 4 });
    t.mock.timers.tick(5000);
    // The abandoned letter has been tried again, so the check has run.
    const byId = () => office.db.read.selectFrom('outbox').select(['id', 'attempts']).orderBy('attempts').execute();
    for (let patience = 1500; patience > 0 && (await byId())[1]?.attempts !== 2; patience -= 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.deepEqual(await byId(), [
      { id, attempts: 1 },
      { id: left.id, attempts: 2 },
    ]);
    // Stopping waits a while for a letter in progress.
    await office.smtp[Symbol.asyncDispose]();
    await outbox.stop();
  });

  test('what became of a letter that was taken back meanwhile is not noted over it', async () => {
    await using office = await openOffice(engine, 'accept');
    await office.queue('one');
    const claimed = (await claimLetter(office.context))?.claimed;
    assert.ok(claimed);
    await requeueLetters(office.context, mail.follow, { all: true, except: [] });
    await settleLetter(office.context, mail.follow, claimed, { outcome: 'sent' });
    assert.equal((await settled(office.db, 'due')).attempts, 1);
  });

  test('a letter that the server refuses for good is given up', async () => {
    await using office = await openOffice(engine, 'refuse');
    await office.queue('one');
    const outbox = office.start();
    const row = await settled(office.db, 'failed');
    await outbox.stop();
    assert.equal(row.attempts, 1);
    assert.match(office.logged.join(''), /RCPT TO 550/);
  });

  it('a letter whose answer was lost is repeated with the same Message-ID', async () => {
    await using office = await openOffice(engine, 'take-and-hang-up');
    await office.queue('one');
    const outbox = office.start();
    await settled(office.db, 'unknown');
    office.smtp.behaviour = 'accept';
    office.clock.now = office.clock.now.add({ minutes: 1 });
    outbox.wake();
    await settled(office.db, 'sent');
    await outbox.stop();
    const [first, second, ...more] = messageIds(office.smtp);
    assert.ok(first !== undefined && first === second && more.length === 0);
  });

  it('a letter that was being sent when a process ended is taken back and repeated once', async () => {
    await using office = await openOffice(engine, 'accept');
    await office.queue('one');
    const claimed = (await claimLetter(office.context))?.claimed;
    assert.ok(claimed?.row.claimed);
    office.clock.now = office.clock.now.add({ minutes: 4 });
    const outbox = office.start();
    const row = await settled(office.db, 'sent');
    await outbox.stop();
    assert.equal(row.attempts, 2);
    assert.deepEqual(messageIds(office.smtp), [claimed.row.message_id]);
  });

  test('a letter that has nothing left to say is dropped', async () => {
    await using office = await openOffice(engine, 'accept');
    await office.queue('one');
    await office.db.write(({ trx }) => trx.updateTable('users').set({ verified: 1 }).execute());
    const outbox = office.start();
    while (await office.db.read.selectFrom('outbox').select('id').executeTakeFirst()) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await outbox.stop();
    assert.equal(office.smtp.connections, 0);
  });
});

onEngine('sqlite', 'it takes seconds, and what is waited for is a mail server', () => {
  longTest('stopping does not wait for a mail server that keeps silent', async () => {
    await using office = await openOffice('sqlite', 'take-and-keep-silent');
    await office.queue('one');
    const taken = office.smtp.nextTaken();
    const outbox = office.start();
    await taken;
    const before = performance.now();
    await outbox.stop();
    assert.ok(performance.now() - before < 8000);
    assert.equal((await settled(office.db, 'unknown')).attempts, 1);
  });
});

// With SQLite one process owns the data and starts one sender.
onEngine('postgres', 'only here several processes send', () => {
  test('two senders share the letters and send each of them once', async () => {
    await using office = await openOffice('postgres', 'accept');
    const keys = Array.from({ length: 30 }, (_, index) => `letter-${index}`);
    for (const key of keys) await office.queue(key);
    const outboxes = [office.start(), office.start()];
    while ((await office.db.read.selectFrom('outbox').select('id').where('state', '!=', 'sent').execute()).length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await Promise.all(outboxes.map((outbox) => outbox.stop()));
    assert.equal(new Set(messageIds(office.smtp)).size, keys.length);
    assert.equal(office.smtp.taken.length, keys.length);
  });
});

function textOf(raw: string): string {
  const body = raw.split(/Content-Type: text\/plain/i)[1]?.split('\r\n\r\n')[1] ?? '';
  return Buffer.from(body, 'base64').toString('utf8');
}
