import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/ground/db/database.ts';
import { onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { addPractitioner, clientRow } from '#proofs/support/rows.ts';

const ALONE = { alone: true };

onEngine('sqlite', 'PostgreSQL has many writers and shares their syncs itself', () => {
  test('of writes that come at once one that is refused takes nothing of the others along', async () => {
    await using data = await openTestDatabase('sqlite');
    const owner = await addPractitioner(data.db);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, at) =>
        data.db.write(async ({ trx }) => {
          await trx
            .insertInto('clients')
            .values(clientRow(owner, { phone: String(at) }))
            .execute();
          if (at % 7 === 3) throw new Error('refused');
        }),
      ),
    );
    const refused = outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
    assert.deepEqual(
      refused,
      outcomes.flatMap((_, at) => (at % 7 === 3 ? [at] : [])),
    );
    assert.deepEqual(
      await phones(data.db),
      outcomes.flatMap((_, at) => (at % 7 === 3 ? [] : [at])),
    );
  });

  test('a write that is to be alone shares its transaction with none that come before it or meanwhile', async () => {
    await using data = await openTestDatabase('sqlite');
    const owner = await addPractitioner(data.db);
    const add = (phone: number, options = {}) =>
      data.db.write(async ({ trx }) => {
        await trx
          .insertInto('clients')
          .values(clientRow(owner, { phone: String(phone) }))
          .execute();
        if (options === ALONE) await sleep(100);
      }, options);
    const done: number[] = [];
    const calls = [1, 2, 3, 4].map((at) => add(at, at === 3 ? ALONE : {}).then(() => done.push(at)));
    await Promise.all(calls.slice(0, 2));
    await sleep(20);
    assert.deepEqual(
      [done, await phones(data.db)],
      [
        [1, 2],
        [1, 2],
      ],
    );
    calls.push(add(5).then(() => done.push(5)));
    await Promise.all(calls);
    assert.deepEqual(
      [done, await phones(data.db)],
      [
        [1, 2, 3, 4, 5],
        [1, 2, 3, 4, 5],
      ],
    );
  });

  test('no write resolves before the commit, and none resolves when it fails', async () => {
    await using data = await openTestDatabase('sqlite');
    const owner = await addPractitioner(data.db);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, (_, at) =>
        data.db.write(async ({ trx }) => {
          if (at === 2) {
            // Makes only the commit report the violation.
            await sql`pragma defer_foreign_keys = on`.execute(trx);
            await sql`update clients set "user" = 'nobody'`.execute(trx);
          }
          await trx
            .insertInto('clients')
            .values(clientRow(owner, { phone: String(at) }))
            .execute();
        }),
      ),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      Array.from({ length: 5 }, () => 'rejected'),
    );
    assert.deepEqual(await phones(data.db), []);
    await data.db.write(async ({ trx }) => {
      await trx
        .insertInto('clients')
        .values(clientRow(owner, { phone: '7' }))
        .execute();
    });
    assert.deepEqual(await phones(data.db), [7], 'the next write is none the worse');
  });
});

async function phones(db: Database): Promise<number[]> {
  const rows = await db.read.selectFrom('clients').select('phone').execute();
  return rows.map(({ phone }) => Number(phone)).toSorted((a, b) => a - b);
}
