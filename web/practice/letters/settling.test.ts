import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnsent } from '#web/practice/letters/settling.ts';

const at = Temporal.Instant.from('2026-11-29T10:00:00Z');
const after = (seconds: number) => at.add({ seconds });

test('SESSION-17 an undo says that nothing was sent only while the letter waits', () => {
  assert.equal(isUnsent({ at, writes: 1 }, after(119)), true);
  assert.equal(isUnsent({ at, writes: 1 }, after(120)), false);
  assert.equal(isUnsent({ at, writes: 0 }, after(1)), false, 'of no letter nothing is said');
  assert.equal(isUnsent({ at, writes: 1, soonest: after(120) }, after(1)), false, 'a meeting that begins at once');
  assert.equal(isUnsent({ at, writes: 1, soonest: after(121) }, after(1)), true);
});
