import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Write } from '#server/ground/db/database.ts';
import { countHandover, requeueLetters } from '#server/ground/mail/queues.ts';
import { recordOutcome } from '#server/practice/letters/outcomes.ts';
import { writeClientLetter } from '#server/practice/letters/write-client-letter.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { type LetterOffice, openLetterOffice } from '#proofs/support/letters/letter-office.ts';

const TEN = '2026-12-01 07:00:00.000Z';
const NOON_OF_DAY = '2026-12-01 09:00:00.000Z';

const becomes = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
  for (let patience = 500; patience > 0 && !(await holds()); patience -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
/** Advances the clock until letters about changes leave. */
const settled = ({ server }: LetterOffice): void => {
  server.clock.now = server.clock.now.add({ minutes: 2 });
  server.context.events.wake('letters');
};
const subjects = (office: LetterOffice): string[] => office.taken().map(({ subject }) => subject);
const sending = ({ server }: LetterOffice) =>
  server.context.db.read.selectFrom('letters').selectAll().where('claimed', 'is not', null).execute();

forEachEngine((engine) => {
  test('LETTER-04 a letter taken back before it is handed over counts as unsent: moved and back tells the time, deleted nothing', async () => {
    const held = Promise.withResolvers<void>();
    await using office = await openLetterOffice(engine, 'accept', held.promise);
    const anna = await office.practitioner();
    const client = await anna.client();
    const back = await anna.session(client, TEN);
    const gone = await anna.session(client, '2026-12-02 07:00:00.000Z');
    settled(office);
    await becomes(async () => (await sending(office)).length === 2);
    const sessions = anna.pb.collection('sessions');
    await sessions.update(back, { date: NOON_OF_DAY });
    await sessions.update(back, { date: TEN });
    await sessions.delete(gone);
    held.resolve();
    await office.advance({ minutes: 5 });
    assert.deepEqual(subjects(office), ['Встреча 1 декабря, 10:00 (по Москве)']);
  });

  test('LETTER-04 a letter that was handed over and taken back may have arrived: a deletion is told, and so is the time after a move back', async () => {
    await using office = await openLetterOffice(engine, 'take-and-keep-silent');
    const anna = await office.practitioner();
    const client = await anna.client();
    const back = await anna.session(client, TEN);
    const gone = await anna.session(client, '2026-12-02 07:00:00.000Z');
    settled(office);
    await becomes(() => office.taken().length === 2);
    office.smtp.behaviour = 'accept';
    const sessions = anna.pb.collection('sessions');
    await sessions.update(back, { date: NOON_OF_DAY });
    await sessions.update(back, { date: TEN });
    await sessions.update(gone, { date: '2026-12-02 09:00:00.000Z' });
    await sessions.delete(gone);
    office.server.clock.now = office.server.clock.now.add({ minutes: 2 });
    office.server.context.events.wake('letters');
    await becomes(() => office.taken().length === 4);
    assert.deepEqual(subjects(office).slice(2).toSorted(), [
      'Встреча 1 декабря, 10:00 (по Москве)',
      'Встреча отменена: 2 декабря, 10:00 (по Москве)',
    ]);
    // Ends the attempts that wait for an answer.
    await office.smtp[Symbol.asyncDispose]();
  });

  test('LETTER-04 a letter that was taken back while the answer to it got lost is not sent again', async () => {
    await using office = await openLetterOffice(engine, 'take-and-keep-silent');
    const { context } = office.server;
    const anna = await office.practitioner();
    const session = await anna.session(await anna.client(), TEN);
    settled(office);
    await becomes(() => office.taken().length === 1);
    office.smtp.behaviour = 'accept';
    await anna.pb.collection('sessions').update(session, { date: NOON_OF_DAY });
    // The sender crashed.
    await requeueLetters(context, recordOutcome, { all: true, except: [] });
    await office.advance({ minutes: 10 });
    assert.deepEqual(subjects(office), [
      'Встреча 1 декабря, 10:00 (по Москве)',
      'Встреча перенесена: 1 декабря, 12:00 (по Москве)',
    ]);
    assert.deepEqual(await anna.told("kind != 'session-reminder'"), ['session-moved sent', 'session-planned unknown']);
    await office.smtp[Symbol.asyncDispose]();
  });

  test('LETTER-04 a change that meets the hand-over of a letter waits for it, and knows of it', async () => {
    const held = Promise.withResolvers<void>();
    await using office = await openLetterOffice(engine, 'accept', held.promise);
    const { context } = office.server;
    const anna = await office.practitioner();
    const session = await anna.session(await anna.client(), TEN);
    settled(office);
    await becomes(async () => (await sending(office)).length === 1);
    const [row] = await sending(office);
    assert.ok(row);
    const written = await writeClientLetter(context, row);
    const isBlocked = async ({ trx }: Write): Promise<boolean> => {
      if (engine === 'sqlite') return true;
      const { rows } = await sql`
        select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
      `.execute(trx);
      return rows.length > 0;
    };
    const moving: Promise<unknown>[] = [];
    const holds = await countHandover(context, row.id, async (write) => {
      const still = (await written?.handOver?.(write)) ?? false;
      const move = anna.pb.collection('sessions').update(session, { date: NOON_OF_DAY });
      moving.push(move);
      await Promise.race([move, becomes(() => isBlocked(write))]);
      return still;
    });
    await Promise.all(moving);
    assert.ok(holds);
    assert.deepEqual(await anna.told("kind != 'session-reminder' && state = 'due'"), ['session-moved due']);
    held.resolve();
    await office.send();
  });
});
