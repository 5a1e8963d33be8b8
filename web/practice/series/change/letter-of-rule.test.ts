import assert from 'node:assert/strict';
import { test } from 'node:test';
import { letterOfRule } from '#web/practice/series/change/letter-of-rule.ts';

const ahead = [7, 14, 21, 28].map((day) => ({
  date: `2026-12-${String(day).padStart(2, '0')} 07:00:00.000Z` as const,
}));
const on = (...days: number[]) => days.map((day) => ({ start: `2026-12-${String(day).padStart(2, '0')}T07:00:00Z` }));

test('SESSION-17 a change of a rule announces what its letter says, and no call-off of what was never told', () => {
  const told = ['one'];
  assert.equal(letterOfRule(true, { occurrences: on(7, 21), told }, ahead, 2), 'series-moved');
  assert.equal(letterOfRule(true, { occurrences: on(7, 21), told: [] }, ahead, 2), 'untold');
  assert.equal(letterOfRule(true, { occurrences: on(8, 22), told: [] }, ahead, 2), 'series-moved', 'other days');
  assert.equal(letterOfRule(false, { occurrences: on(7, 14), told }, ahead, 2), 'series-cancelled');
  assert.equal(letterOfRule(false, { occurrences: on(7, 14), told: [] }, ahead, 2), 'untold');
  assert.equal(letterOfRule(false, { occurrences: on(7, 14, 21, 28, 31), told: [] }, ahead, 5), 'series-planned');
  assert.equal(letterOfRule(false, { occurrences: on(7, 14, 21, 28), told }, ahead, 4), null);
});
