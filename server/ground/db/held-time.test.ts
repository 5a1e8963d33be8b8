import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import type { Database } from '#server/ground/db/database.ts';
import { overlapViolation } from '#server/ground/db/errors.ts';
import { heldBetween, holdTime, type NewHeldTime, releaseTime } from '#server/ground/db/held-time.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { forEachEngine, onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addBooking, addClient, addPractitioner, addSession } from '#proofs/support/rows.ts';

const MINUTE = 60_000;
const NINE = Temporal.Instant.from('2026-11-23T06:00:00Z').epochMilliseconds;

interface Time {
  /** Minutes after nine. */
  from: number;
  to: number;
  deliberate?: boolean;
  sourceId?: string;
}

forEachEngine((engine) => {
  test('PUBLIC-04 time that is held is refused to the next one, whichever way they overlap', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    await hold(data.db, owner, { from: 0, to: 60 });
    for (const [from, to] of [
      [0, 60],
      [30, 90],
      [-30, 30],
      [15, 45],
      [-60, 120],
    ] as const) {
      await assert.rejects(hold(data.db, owner, { from, to }), overlapViolation, `${from}–${to}`);
    }
    assert.deepEqual(await heldBetween(data.db.read, owner, NINE - 1e9, NINE + 1e9), [
      { start: NINE, end: NINE + 60 * MINUTE },
    ]);
  });

  test('neighbours that only touch are both kept, and so is the same time of another practitioner', async () => {
    await using data = await openTestDatabase(engine);
    const [anna, olga] = [await addPractitioner(data.db), await addPractitioner(data.db)];
    await hold(data.db, anna, { from: 0, to: 60 });
    await hold(data.db, anna, { from: 60, to: 120 });
    await hold(data.db, anna, { from: -60, to: 0 });
    await hold(data.db, olga, { from: 0, to: 60 });
    assert.equal((await heldBetween(data.db.read, anna, NINE - 60 * MINUTE, NINE + 120 * MINUTE)).length, 3);
  });

  test('an overlap on purpose is kept, and no other session gets its time by chance', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    await hold(data.db, owner, { from: 0, to: 60 });
    await hold(data.db, owner, { from: 30, to: 90, deliberate: true });
    await assert.rejects(hold(data.db, owner, { from: 60, to: 120 }), overlapViolation);
    await hold(data.db, owner, { from: 90, to: 150 });
  });

  test('the database keeps the rule for statements that no code checked', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    const insert = (from: number, to: number, deliberate: 0 | 1) =>
      data.db.write(({ trx }) =>
        sql`insert into held_time ("user", start_ms, end_ms, source, source_id, deliberate)
          values (${owner}, ${NINE + from * MINUTE}, ${NINE + to * MINUTE}, 'session', ${newRecordId()}, ${deliberate})
          on conflict do nothing`.execute(trx),
      );
    await insert(0, 60, 1);
    await assert.rejects(insert(30, 90, 0), overlapViolation);
    await insert(30, 90, 1);
    const two = data.db.write(({ trx }) =>
      sql`insert into held_time ("user", start_ms, end_ms, source, source_id, deliberate) values
        (${owner}, 1000, 2000, 'session', 'a', 0), (${owner}, 1500, 2500, 'session', 'b', 0)`.execute(trx),
    );
    await assert.rejects(two, overlapViolation);
    assert.deepEqual(await heldBetween(data.db.read, owner, 0, 10_000), []);
  });

  test('held time never changes in place', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    await hold(data.db, owner, { from: 0, to: 60 });
    const update = data.db.write(({ trx }) =>
      trx
        .updateTable('held_time')
        .set({ end_ms: NINE + 1 })
        .execute(),
    );
    await assert.rejects(update, /held_time_fixed/);
  });

  test('a row holds at least a moment and at most the longest session', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    await hold(data.db, owner, { from: 0, to: SESSION_DURATION.max });
    await assert.rejects(hold(data.db, owner, { from: 2000, to: 2001 + SESSION_DURATION.max }));
    await assert.rejects(hold(data.db, owner, { from: 5000, to: 5000 }));
    await assert.rejects(
      hold(data.db, owner, { from: SESSION_DURATION.max - 1, to: SESSION_DURATION.max }),
      overlapViolation,
    );
  });

  test('released time is free again, and the rest stays held', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    await hold(data.db, owner, { from: 0, to: 60, sourceId: 'first' });
    await hold(data.db, owner, { from: 60, to: 120, sourceId: 'second' });
    const release = (who: OwnerId, source: 'booking' | 'session') =>
      data.db.write((write) => releaseTime(write, who, { source, sourceId: 'first' }));
    await release(owner, 'booking');
    await release(await addPractitioner(data.db), 'session');
    assert.equal((await heldBetween(data.db.read, owner, NINE, NINE + 120 * MINUTE)).length, 2);
    await release(owner, 'session');
    assert.equal((await heldBetween(data.db.read, owner, NINE, NINE + 120 * MINUTE)).length, 1);
    await hold(data.db, owner, { from: 0, to: 60 });
  });

  test('what overlaps is found, the edges are not, and one source can be left out', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    await hold(data.db, owner, { from: 0, to: 60, sourceId: 'own' });
    await hold(data.db, owner, { from: 90, to: 120 });
    const find = (from: number, to: number) =>
      heldBetween(data.db.read, owner, NINE + from * MINUTE, NINE + to * MINUTE, {
        source: 'session',
        sourceId: 'own',
      });
    assert.deepEqual(await find(0, 60), []);
    assert.deepEqual(await find(60, 90), []);
    assert.deepEqual(await find(0, 91), [{ start: NINE + 90 * MINUTE, end: NINE + 120 * MINUTE }]);
    assert.deepEqual(await heldBetween(data.db.read, owner, NINE + 59 * MINUTE, NINE + 60 * MINUTE), [
      { start: NINE, end: NINE + 60 * MINUTE },
    ]);
  });

  test('CLIENT-06 time goes with its session, its request, its client and its practitioner, on every way', async () => {
    await using data = await openTestDatabase(engine);
    const { db } = data;
    const owner = await addPractitioner(db);
    const neighbour = await addPractitioner(db);
    await hold(db, neighbour, { from: 0, to: 60 });
    const held = async () => (await heldBetween(db.read, owner, NINE, NINE + 240 * MINUTE)).length;

    const client = await addClient(db, owner);
    const session = await addSession(db, owner, client.id);
    await hold(db, owner, { from: 0, to: 60, sourceId: session.id });
    const booking = await addBooking(db, owner);
    await db.write((write) =>
      holdTime(write, { ...heldBySession(owner, { from: 60, to: 120, sourceId: booking.id }), source: 'booking' }),
    );
    await db.write(({ trx }) => trx.deleteFrom('booking').where('id', '=', booking.id).execute());
    assert.equal(await held(), 1);
    await db.write(({ trx }) => trx.deleteFrom('clients').where('id', '=', client.id).execute());
    assert.equal(await held(), 0);

    await hold(db, owner, { from: 0, to: 60 });
    await db.write(({ trx }) => trx.deleteFrom('users').where('id', '=', owner).execute());
    assert.equal(await held(), 0);
    assert.equal((await heldBetween(db.read, neighbour, NINE, NINE + 60 * MINUTE)).length, 1);
  });

  test('PUBLIC-04 of many who want one time at once exactly one gets it', async () => {
    await using data = await openTestDatabase(engine);
    const owner = await addPractitioner(data.db);
    const attempts = await Promise.allSettled(
      Array.from({ length: 32 }, (_, index) => hold(data.db, owner, { from: index % 2 === 0 ? 0 : 30, to: 90 })),
    );
    const refused = attempts.flatMap((attempt): unknown[] => (attempt.status === 'rejected' ? [attempt.reason] : []));
    assert.equal(refused.length, 31);
    assert.ok(refused.every(overlapViolation));
    assert.equal((await heldBetween(data.db.read, owner, NINE, NINE + 90 * MINUTE)).length, 1);
  });

  test('whatever is tried in whatever order, only rows on purpose overlap another', async () => {
    await using data = await openTestDatabase(engine);
    const time = fc.record({
      from: fc.integer({ min: 0, max: 12 }),
      length: fc.integer({ min: 1, max: 6 }),
      deliberate: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(time, { maxLength: 12 }), async (times) => {
        const owner = await addPractitioner(data.db);
        const kept: Time[] = [];
        for (const { from, length, deliberate } of times) {
          const wanted = { from: from * 15, to: (from + length) * 15, deliberate };
          const free = deliberate || kept.every((other) => other.to <= wanted.from || other.from >= wanted.to);
          const attempt = hold(data.db, owner, wanted);
          if (free) kept.push(wanted);
          await (free ? attempt : assert.rejects(attempt, overlapViolation));
        }
        const held = await heldBetween(data.db.read, owner, NINE, NINE + 1e9);
        assert.equal(held.length, kept.length);
      }),
      { numRuns: 15 },
    );
  });
});

onEngine('postgres', 'only here two transactions write at once', () => {
  test('PUBLIC-04 a visitor who comes while a session is saved on purpose waits and is refused', async () => {
    await using data = await openTestDatabase('postgres');
    const owner = await addPractitioner(data.db);
    const begun = Promise.withResolvers<void>();
    const onPurpose = data.db.write(async (write) => {
      await holdTime(write, heldBySession(owner, { from: 0, to: 60, deliberate: true }));
      begun.resolve();
      await sql`select pg_sleep(0.1)`.execute(write.trx);
    });
    await begun.promise;
    await assert.rejects(hold(data.db, owner, { from: 30, to: 90 }), overlapViolation);
    await onPurpose;
  });

  test('behind the trigger two transactions that see nothing of each other cannot both hold the time', async () => {
    await using data = await openTestDatabase('postgres');
    const owner = await addPractitioner(data.db);
    const insert = (id: string) =>
      data.db.write(async ({ trx }) => {
        await sql`insert into held_time ("user", start_ms, end_ms, source, source_id, deliberate)
          values (${owner}, 0, 1000, 'session', ${id}, 0)`.execute(trx);
        await sql`select pg_sleep(0.1)`.execute(trx);
      });
    const both = await Promise.allSettled([insert('a'), insert('b')]);
    assert.equal(both.filter((attempt) => attempt.status === 'fulfilled').length, 1);
  });

  test('who locks a practitioner keeps no writer from adding rows of theirs', { timeout: 30_000 }, async () => {
    await using data = await openTestDatabase('postgres');
    const owner = await addPractitioner(data.db);
    const locked = Promise.withResolvers<void>();
    const added = Promise.withResolvers<void>();
    const locking = data.db.write(async (write) => {
      await write.lock(owner);
      locked.resolve();
      await added.promise;
    });
    await locked.promise;
    await addClient(data.db, owner);
    added.resolve();
    await locking;
  });
});

function heldBySession(owner: OwnerId, time: Time): NewHeldTime {
  return {
    owner,
    startMs: NINE + time.from * MINUTE,
    endMs: NINE + time.to * MINUTE,
    source: 'session',
    sourceId: time.sourceId ?? newRecordId(),
    deliberate: time.deliberate ?? false,
  };
}

async function hold(db: Database, owner: OwnerId, time: Time): Promise<void> {
  await db.write((write) => holdTime(write, heldBySession(owner, time)));
}
