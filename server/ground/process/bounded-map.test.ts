import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap } from '#server/ground/process/bounded-map.ts';

test('a bounded map forgets what was used least lately, and nothing before it is full', () => {
  const map = new BoundedMap<string, number>(3);
  for (const [at, key] of ['a', 'b', 'c'].entries()) map.set(key, at);
  assert.equal(map.get('a'), 0);
  map.set('b', 10);
  map.set('d', 3);
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => map.get(key)),
    [0, 10, undefined, 3],
  );
  for (let at = 0; at < 100; at += 1) map.set(String(at), at);
  assert.equal(map.size, 3);
  map.clear();
  assert.equal(map.get('99'), undefined);
});
