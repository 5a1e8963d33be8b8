import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { startWork } from '#server/ground/process/background-work.ts';

const pace = { tickMs: 3_600_000, failed: () => undefined };

test('a wake at any moment begins the work once more, the last one before the end of a run included', async () => {
  for (let steps = 1; steps < 12; steps += 1) {
    let runs = 0;
    const work = startWork(async () => {
      runs += 1;
      if (runs > 1) return;
      void (async () => {
        for (let step = 0; step < steps; step += 1) await Promise.resolve();
        work.wake();
      })();
    }, pace);
    await turn();
    assert.equal(runs, 2, `woken ${steps} steps after the beginning`);
    await work.stop();
  }
});

test('it never runs twice at once, and a failure leaves it to the next wake', async () => {
  const gate = Promise.withResolvers<void>();
  const failures: unknown[] = [];
  const first = new Error('first');
  let [running, most, runs] = [0, 0, 0];
  const work = startWork(
    async () => {
      running += 1;
      runs += 1;
      most = Math.max(most, running);
      await gate.promise;
      running -= 1;
      if (runs === 1) throw first;
    },
    { ...pace, failed: (error) => void failures.push(error) },
  );
  work.wake();
  gate.resolve();
  await turn();
  assert.deepEqual([most, failures], [1, [first]]);
  assert.equal(runs, 2, 'the wake is not lost with the failure');
  await work.stop();
});

test('a stop aborts and waits for the current piece, and nothing begins after it', async () => {
  let [runs, ended] = [0, false];
  const work = startWork(async (signal) => {
    runs += 1;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await turn();
    ended = true;
  }, pace);
  work.wake();
  await work.stop();
  assert.equal(ended, true);
  work.wake();
  await turn();
  assert.equal(runs, 1);
});
