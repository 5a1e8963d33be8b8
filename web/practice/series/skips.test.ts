import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLeftOut, showAllSkipped, showSkips } from '#web/practice/series/skips.ts';

const TAKEN = { occurrence: '2027-01-12', reason: 'taken' } as const;
const DAY_OFF = { occurrence: '2027-01-05', reason: 'day_off' } as const;

test('SERIES-04 a skipped session is named with its day and its reason, several at once with their number', () => {
  assert.equal(showAllSkipped([TAKEN]), 'Серия: пропущена сессия 12.01.2027, время занято');
  assert.equal(showAllSkipped([DAY_OFF]), 'Серия: пропущена сессия 05.01.2027, выходной');
  assert.equal(showAllSkipped([TAKEN, DAY_OFF]), 'Серии: пропущены 2\u00A0сессии');
  assert.equal(showAllSkipped(Array.from({ length: 5 }, () => TAKEN)), 'Серии: пропущено 5\u00A0сессий');
  assert.equal(showAllSkipped(Array.from({ length: 21 }, () => TAKEN)), 'Серии: пропущена 21\u00A0сессия');
});

test('SERIES-04 what a series leaves out stands below its rule by date', () => {
  assert.equal(showSkips([]), '');
  assert.equal(showSkips([TAKEN]), 'Пропущена 12.01.2027\u00A0(время занято)');
  assert.equal(showSkips([TAKEN, DAY_OFF]), 'Пропущены 05.01.2027\u00A0(выходной), 12.01.2027\u00A0(время занято)');
});

test('SERIES-04 only what the job has left out is shown', () => {
  assert.deepEqual(
    ['taken', 'day_off', 'chosen', 'deleted', undefined].map((reason) =>
      isLeftOut({ occurrence: '2027-01-12', reason }),
    ),
    [true, true, false, false, false],
  );
});
