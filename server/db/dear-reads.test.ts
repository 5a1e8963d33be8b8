import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DearReads } from '#server/db/dear-reads.ts';
import { TooManyRequests } from '#server/limits.ts';
import { ownerId } from '#server/records/actor.ts';

test('API-04 the dear lists of one practice leave connections to the others', async () => {
  const reads = new DearReads();
  const [anna, boris] = [ownerId('anna'), ownerId('boris')];
  const order: string[] = [];
  let mostOfAnna = 0;
  let running = 0;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const read = (name: string) => async () => {
    running += 1;
    order.push(name);
    mostOfAnna = Math.max(mostOfAnna, running);
    await held;
    running -= 1;
  };
  const hers = Array.from({ length: 30 }, () => reads.run(anna, read('anna')));
  const settled = Promise.allSettled(hers);
  const his = reads.run(boris, read('boris'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(order, ['anna', 'anna', 'boris']);
  release();
  await his;
  const outcomes = await settled;
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 8);
  assert.ok(refused.every((one) => 'reason' in one && one.reason instanceof TooManyRequests));
  assert.equal(mostOfAnna, 3);
});
