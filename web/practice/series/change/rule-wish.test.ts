import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleWishOf } from '#web/practice/series/change/rule-wish.ts';

const WEEKLY = { every_weeks: 1, until: '' };
const PLACE = { scope: 'following', session: 'a' } as const;

test('SERIES-05 another interval begins with a session, another end concerns the whole series', () => {
  assert.equal(ruleWishOf(WEEKLY, { everyWeeks: 1, until: '' }, PLACE), null);
  assert.deepEqual(ruleWishOf(WEEKLY, { everyWeeks: 2, until: '' }, PLACE), { ...PLACE, every_weeks: 2 });
  assert.deepEqual(ruleWishOf(WEEKLY, { everyWeeks: 2, until: '2027-01-01' }, PLACE), {
    ...PLACE,
    every_weeks: 2,
    until: '2027-01-01',
  });
  assert.deepEqual(ruleWishOf({ ...WEEKLY, until: '2027-01-01' }, { everyWeeks: 1, until: '' }, PLACE), {
    scope: 'all',
    session: '',
    until: '',
  });
});
