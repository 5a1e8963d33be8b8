import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { SingleFlight } from '#server/ground/process/single-flight.ts';

test('PUBLIC-06 all who ask before the work begins share it, and a later question has work of its own', async () => {
  const flight = new SingleFlight<number>();
  let begun = 0;
  const done = Promise.withResolvers<void>();
  const work = async (): Promise<number> => {
    const mine = (begun += 1);
    await done.promise;
    return mine;
  };
  const early = Array.from({ length: 100 }, () => flight.run('page', work));
  const other = flight.run('other page', async () => 7);
  await turn();
  await turn();
  const late = flight.run('page', work);
  done.resolve();
  assert.deepEqual([...new Set(await Promise.all(early))], [1]);
  assert.deepEqual([await late, await other], [2, 7]);
});

test('a failure reaches all who shared the work, and the next question works', async () => {
  const flight = new SingleFlight<number>();
  const failing = [0, 1].map(() => flight.run('page', () => Promise.reject(new RangeError('broken'))));
  for (const one of failing) await assert.rejects(one, RangeError);
  assert.equal(await flight.run('page', async () => 2), 2);
});
