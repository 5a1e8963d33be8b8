import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settle } from '#domain/letters/next-attempt.ts';

test('LETTER-07 a letter that changes at each hand-over is not written anew without a pause', () => {
  const again = (attempts: number) => settle({ state: 'due', attempts, handed: 0 }, { outcome: 'withdrawn' }).again;
  assert.deepEqual([again(1), again(5)], [0, 0], 'at once after a change');
  assert.ok((again(6) ?? 0) >= 600);
});
