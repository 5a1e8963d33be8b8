import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPartMissing, keepTrying } from '#web/ground/parts/missing-parts.ts';

test('AUTH-08 a part that does not come is missed, and tried again until it is there', async () => {
  const missed: boolean[] = [];
  let left = 2;
  const load = async () => {
    missed.push(isPartMissing());
    if (left === 0) return 'there';
    left -= 1;
    throw new Error('not there');
  };
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  assert.equal(await keepTrying(load, pause), 'there');
  assert.deepEqual([missed, pauses], [[true, true, true], 3]);
  assert.equal(isPartMissing(), false);
});
