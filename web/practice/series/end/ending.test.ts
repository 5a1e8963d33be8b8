import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endingFrom } from '#web/practice/series/end/ending.ts';

const AHEAD = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'].map((occurrence, index) => ({
  id: `s${index}`,
  date: `${occurrence} 07:00:00.000Z`,
  occurrence,
}));

test('SERIES-06 ending from a day removes the untouched sessions of that day and later, and names the others', () => {
  const keep = [
    { session: 's0', why: 'texts' as const },
    { session: 's2', why: 'moved' as const },
  ];
  const { goes, stays, isTold } = endingFrom('2026-11-30', AHEAD, { keep, told: ['s1', 's2'] });
  assert.deepEqual(
    goes.map(({ id }) => id),
    ['s1', 's3'],
  );
  assert.deepEqual(stays, [{ session: 's2', why: 'moved' }]);
  assert.ok(isTold);
});

test('SERIES-06 a session moved by hand counts by the day that the rule gave it', () => {
  const moved = [{ id: 's0', date: '2026-12-20 07:00:00.000Z', occurrence: '2026-11-23' }];
  const preview = { keep: [{ session: 's0', why: 'moved' as const }], told: [] };
  assert.deepEqual(endingFrom('2026-11-30', moved, preview), { goes: [], stays: [], isTold: false });
});

test('SERIES-06 after the last session nothing goes', () => {
  assert.deepEqual(endingFrom('2027-01-01', AHEAD, { keep: [], told: ['s0'] }), { goes: [], stays: [], isTold: false });
});

test('SESSION-17 a series that ends is told where one of those that go was, and not where only one that stays was', () => {
  const keep = [{ session: 's2', why: 'moved' as const }];
  assert.ok(endingFrom('2026-11-30', AHEAD, { keep, told: ['s3'] }).isTold);
  assert.ok(!endingFrom('2026-11-30', AHEAD, { keep, told: ['s0', 's2'] }).isTold);
});
