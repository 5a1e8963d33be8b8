import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockWish } from '#web/practice/series/zone/keep-clock.ts';

const AHEAD = ['2026-11-23', '2026-11-30'].map((occurrence) => ({
  id: occurrence,
  date: `${occurrence} 07:00:00.000Z`,
  occurrence,
}));

test('SERIES-03 keeping the clock moves the next session to its own wall time in the new zone, and all with it', () => {
  const wish = { scope: 'all', session: '2026-11-30', start: '2026-11-30T10:00' };
  assert.deepEqual(clockWish({ start: '2026-09-07T10:00' }, AHEAD, '2026-11-23'), wish);
  assert.equal(clockWish({ start: '2026-09-07T10:00' }, AHEAD, '2026-11-30'), null);
});
