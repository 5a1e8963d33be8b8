import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ExpensiveReads, ReadQueueFull } from '#server/ground/db/expensive-reads.ts';

/** A queue on clocks that the test sets: reads take their given cost, rests wait for the clock. */
function queueOf(rules: { atOnce?: number; burstMs?: number; restTimes?: number } = {}) {
  const clock = { now: 0, cost: 0 };
  const queue = new ExpensiveReads(
    { atOnce: 1, burstMs: 0, restTimes: 9, pauseTimes: 1, ...rules, clock: () => clock.cost },
    () => clock.now,
  );
  const begun: string[] = [];
  const read = (name: string, costMs: number) => async (begin: () => void) => {
    begin();
    begun.push(name);
    await turn();
    clock.cost += costMs;
  };
  return { clock, queue, begun, read };
}

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await turn();
}

test('API-04 of the expensive lists of one practice one runs, a few wait, the newest first, and the others are refused', async () => {
  const { clock, queue, begun, read } = queueOf({ burstMs: 1e9 });
  const outcomes = Promise.allSettled(Array.from({ length: 32 }, (_, at) => queue.run('anna', read(String(at), 60))));
  await turns(40);
  assert.deepEqual(begun, ['0', '31', '30', '29', '28', '27']);
  assert.equal(clock.cost, 6 * 60);
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 26);
  assert.ok(refused.every((one) => 'reason' in one && one.reason instanceof ReadQueueFull));
});

test('API-04 free reads of an owner run one at a time, a few wait, and none is rested for', async () => {
  const { clock, queue, begun, read } = queueOf();
  const run = (name: string) => queue.runFree('anna', () => read(name, 1000)(() => undefined));
  const outcomes = Promise.allSettled(Array.from({ length: 8 }, (_, at) => run(String(at))));
  await turns(4);
  assert.deepEqual(begun, ['0', '7'].slice(0, begun.length), 'the second begins after the first has ended');
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  assert.deepEqual([refused.length, clock.now], [2, 0]);
});

test('API-04 an owner rests for the sending of a response as for its reading', async () => {
  const { clock, queue, begun, read } = queueOf({ burstMs: 60 });
  await queue.run('anna', read('first', 0), () => 100);
  const later = queue.run('anna', read('later', 0));
  clock.now = 359;
  await queue.run('boris', read('his', 1));
  assert.deepEqual(begun, ['first', 'his']);
  clock.now = 360;
  await queue.run('boris', read('his', 1));
  await later;
  assert.deepEqual(begun, ['first', 'his', 'later', 'his']);
});

test('API-04 an owner rests nine times as long as its expensive lists took, others go on meanwhile', async () => {
  const { clock, queue, begun, read } = queueOf({ burstMs: 60 });
  await queue.run('anna', read('first', 100));
  const resting = queue.run('anna', read('second', 100));
  await queue.run('boris', read('his', 1));
  assert.deepEqual(begun, ['first', 'his']);
  clock.now = 359;
  await queue.run('boris', read('his', 1));
  assert.deepEqual(begun, ['first', 'his', 'his'], 'the burst of 60 ms is not rested for');
  clock.now = 360;
  await queue.run('boris', read('his', 1));
  await resting;
  assert.deepEqual(begun.toSorted(), ['first', 'his', 'his', 'his', 'second']);
});

test('API-04 owners take turns, and only so many of their expensive lists run at once', async () => {
  const { queue, begun, read } = queueOf({ atOnce: 2, burstMs: 1e9 });
  const all = ['anna', 'anna', 'anna', 'boris', 'vera'].map((owner) => queue.run(owner, read(owner, 1)));
  await turns(1);
  assert.deepEqual(begun, ['anna', 'boris']);
  await Promise.all(all);
  assert.deepEqual(begun, ['anna', 'boris', 'vera', 'anna', 'anna']);
});

test('API-04 a list that fails leaves its turn to the next', async () => {
  const { queue, begun, read } = queueOf({ burstMs: 1e9 });
  const failing = queue.run('anna', () => Promise.reject(new RangeError('broken')));
  const going = queue.run('anna', read('next', 1));
  await assert.rejects(failing, RangeError);
  await going;
  assert.deepEqual(begun, ['next']);
});

test('API-04 between two expensive lists, whose ever they are, others get as long as the list itself took', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { clock, queue, begun, read } = queueOf({ burstMs: 1e9 });
  const first = queue.run('anna', async (begin) => {
    clock.now += 60_000;
    begin();
    clock.now += 30;
  });
  const second = queue.run('boris', read('second', 1));
  await first;
  t.mock.timers.tick(29);
  await turns(3);
  assert.deepEqual(begun, []);
  t.mock.timers.tick(1);
  await second;
});

test('API-04 waiting for a connection, had or not, is charged to no one', async () => {
  const { clock, queue, begun, read } = queueOf();
  const wait = () => {
    clock.now += 5000;
    clock.cost += 5000;
  };
  await queue.run('anna', async (begin) => {
    wait();
    begin();
  });
  const refused = queue.run('anna', async () => {
    wait();
    throw new RangeError('no connection');
  });
  await assert.rejects(refused, RangeError);
  await queue.run('anna', read('next', 1));
  assert.deepEqual(begun, ['next']);
});
