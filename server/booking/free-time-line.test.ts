import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { FreeTimeLine } from '#server/booking/free-time-line.ts';
import { TooManyRequests } from '#server/limits/limits.ts';

/** Work that counts how often it began and ends when it is told to. */
function heldWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = {
    begun: 0,
    end: resolve,
    run: async (): Promise<number> => {
      work.begun += 1;
      await promise;
      return work.begun;
    },
  };
  return work;
}

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await turn();
}

test('PUBLIC-06 who asks the same before its turn came shares the answer, who asks later gets a newer one', async () => {
  const line = new FreeTimeLine<number>();
  const [first, later] = [heldWork(), heldWork()];
  const early = Array.from({ length: 100 }, () => line.ask('page', 'today', first.run));
  await turns(3);
  assert.equal(first.begun, 1);
  const late = Array.from({ length: 100 }, () => line.ask('page', 'today', later.run));
  await turns(3);
  assert.equal(later.begun, 0, 'one after the other');
  first.end();
  later.end();
  await Promise.all([...early, ...late]);
  assert.deepEqual([first.begun, later.begun], [1, 1]);
});

test('PUBLIC-06 of many different questions about one page most are refused, another page is answered at once', async () => {
  const line = new FreeTimeLine<number>();
  const flood = heldWork();
  const asked = Array.from({ length: 100 }, (_, at) => line.ask('flooded', String(at), flood.run));
  const outcome = Promise.allSettled(asked);
  await turns(5);
  assert.equal(await line.ask('other', 'today', async () => 7), 7);
  flood.end();
  const results = await outcome;
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  assert.equal(refused.length, 84);
  assert.ok(refused.every((reason) => reason instanceof TooManyRequests));
  assert.equal(await line.ask('flooded', 'today', async () => 7), 7, 'afterwards the page answers again');
});

test('PUBLIC-06 a failure is told to those who asked, and the line goes on', async () => {
  const line = new FreeTimeLine<number>();
  const failing = line.ask('page', 'one', () => Promise.reject(new RangeError('broken')));
  const going = line.ask('page', 'two', async () => 2);
  await assert.rejects(failing, RangeError);
  assert.equal(await going, 2);
});

test('PUBLIC-06 a page rests far longer than it worked, and who asks meanwhile shares the next answer', async () => {
  const line = new FreeTimeLine<number>();
  const began = performance.now();
  let workedMs = 0;
  let works = 0;
  const work = async (): Promise<number> => {
    const from = performance.now();
    while (performance.now() - from < 5);
    workedMs += performance.now() - from;
    works += 1;
    return workedMs;
  };
  const asked: Promise<number>[] = [];
  for (let at = 0; at < 100; at += 1) {
    asked.push(line.ask('page', 'today', work));
    await sleep(2);
  }
  await Promise.all(asked);
  assert.ok(works < 20, `${works} times`);
  assert.ok(performance.now() - began > 5 * workedMs);
});
