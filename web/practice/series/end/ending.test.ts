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
  const { goes, stays } = endingFrom('2026-11-30', AHEAD, keep);
  assert.deepEqual(
    goes.map(({ id }) => id),
    ['s1', 's3'],
  );
  assert.deepEqual(stays, [{ session: 's2', why: 'moved' }]);
});

test('SERIES-06 a session moved by hand counts by the day that the rule gave it', () => {
  const moved = [{ id: 's0', date: '2026-12-20 07:00:00.000Z', occurrence: '2026-11-23' }];
  assert.deepEqual(endingFrom('2026-11-30', moved, [{ session: 's0', why: 'moved' }]), { goes: [], stays: [] });
});

test('SERIES-06 after the last session nothing goes', () => {
  assert.deepEqual(endingFrom('2027-01-01', AHEAD, []), { goes: [], stays: [] });
});
