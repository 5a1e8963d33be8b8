import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleOf } from '#web/practice/calendar/calendar-title.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const today = day('2026-11-18');

test('CAL-01 the year stands in a title unless it is the current one', () => {
  assert.equal(titleOf('week', today, today, false), '16–22 ноября');
  assert.equal(titleOf('day', day('2027-01-04'), today, false), 'Понедельник, 4 января\u00A02027');
  assert.equal(titleOf('month', today, today, false), 'Ноябрь 2026');
});

test('CAL-01 a week over New Year breaks after its dash alone', () => {
  const title = '28\u00A0декабря\u00A02026\u00A0– 3\u00A0января\u00A02027';
  assert.equal(titleOf('week', day('2026-12-30'), today, false), title);
});

test('CAL-05 paper always has the year', () => {
  assert.equal(titleOf('week', today, null, false), '16–22 ноября\u00A02026');
  assert.equal(titleOf('day', today, null, false), 'Среда, 18 ноября\u00A02026');
});
