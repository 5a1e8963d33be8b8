import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { printInstant } from '#domain/time/instant.ts';
import { oldestAlive } from '#server/accounts/sign-ins/sign-ins.ts';
import { openDatabase } from '#server/ground/db/open-database.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { createLog } from '#server/ground/process/log.ts';
import { claimJob, startJobs } from '#server/jobs.ts';
import { forEachEngine, onEngine, openTestDatabase } from '#proofs/support/engines.ts';
import { mailContext } from '#proofs/support/mail/mail-context.ts';
import { addPractitioner } from '#proofs/support/rows.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');

forEachEngine((engine) => {
  test('a start clears away what is over, sign-ins out of use and letters settled a month ago', async () => {
    await using data = await openTestDatabase(engine);
    const { db } = data;
    const user = await addPractitioner(db);
    const origin = { address: '203.0.113.1', device: 'test' };
    const seen = { alive: oldestAlive(NOW), over: printInstant(NOW.subtract({ hours: 8 * 24 })) };
    for (const [name, stamp] of Object.entries(seen)) {
      const row = { ...origin, id: name.padEnd(15, '0'), user, created: stamp, last_seen: stamp, public_key: '' };
      await db.write(({ trx }) => trx.insertInto('sign_ins').values(row).execute());
    }
    for (const [state, updated] of [
      ['sent', '2026-10-20 09:00:00.000Z'],
      ['failed', '2026-10-20 09:00:00.000Z'],
      ['due', '2026-10-20 09:00:00.000Z'],
      ['sent', '2026-10-24 09:00:00.000Z'],
    ] as const) {
      const ids = { kind: 'verification' as const, ids: { user }, account: user };
      const dedupeKey = `${state} ${updated}`;
      await db.write((write) => queueLetter(write, { ...ids, dedupeKey, now: NOW }));
      await db.write(({ trx }) =>
        trx
          .updateTable('outbox')
          .set({ state, updated, ...(state !== 'due' && { not_before: null }) })
          .where('dedupe_key', '=', dedupeKey)
          .execute(),
      );
    }
    const stop = startJobs(await mailContext(db, data.config, { now: NOW }));
    await stop();
    assert.deepEqual(
      (await db.read.selectFrom('sign_ins').select('id').execute()).map(({ id }) => id),
      ['alive'.padEnd(15, '0')],
    );
    const letters = await db.read.selectFrom('outbox').select(['state', 'updated']).orderBy('updated').execute();
    assert.deepEqual(
      letters.map(({ state, updated }) => `${state} ${updated.slice(0, 10)}`),
      ['due 2026-10-20', 'sent 2026-10-24'],
    );
  });
});

onEngine('postgres', 'only here there are several to come for a job', () => {
  test('of nodes that come for a job at once one gets it, and the next one when its time has come', async () => {
    await using data = await openTestDatabase('postgres');
    const other = await openDatabase(data.config);
    const job = { name: 'sweep', everySeconds: 60 };
    const come = async (): Promise<number> => {
      const claims = Array.from({ length: 20 }, (_, at) => claimJob(at % 2 ? data.db : other, job));
      return (await Promise.all(claims)).filter(Boolean).length;
    };
    assert.equal(await come(), 1);
    assert.equal(await come(), 0);
    await data.db.write(({ trx }) => sql`update jobs set next_run = now()`.execute(trx));
    assert.equal(await come(), 1);
    await data.db.write(({ trx }) => sql`update jobs set next_run = now() + interval '400 days'`.execute(trx));
    assert.equal(await come(), 1, 'a clock that went back keeps it from nobody');
    await other.close();
  });
});

test('a job that takes long keeps no other waiting, goes on after a failure, and is told to stop', async () => {
  await using data = await openTestDatabase('sqlite');
  const runs: string[] = [];
  const failures: unknown[] = [];
  const context = await mailContext(data.db, data.config, { now: NOW });
  const log = createLog({ logLevel: 'silent' });
  log.warn = (what: unknown) => void failures.push(what);
  const stop = startJobs({ ...context, log }, [
    {
      name: 'slow',
      everySeconds: 3600,
      async run(_context, signal) {
        runs.push('slow');
        if (!signal.aborted) await once(signal, 'abort');
      },
    },
    {
      name: 'quick',
      everySeconds: 0.01,
      async run() {
        runs.push('quick');
        throw new Error('no');
      },
    },
  ]);
  const end = performance.now() + 10_000;
  while (runs.length < 5 && performance.now() < end) await pause(10);
  await stop();
  assert.deepEqual(runs.slice(0, 5), ['slow', 'quick', 'quick', 'quick', 'quick']);
  assert.equal(failures.length, runs.length - 1);
});
