import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopByKey } from '#web/practice/calendar/roving-stop.ts';

const day = (name: string, ...times: number[]) => [
  { id: name, from: null },
  ...times.map((from) => ({ id: `${name} ${from}`, from })),
];
const WEEK = [day('mon', 600, 900), day('tue'), day('wed', 540, 840)];

test('up and down lead along a day, from its head to its last session', () => {
  const down = (id: string) => stopByKey('ArrowDown', id, WEEK);
  assert.deepEqual([down('mon'), down('mon 600'), down('mon 900'), down('tue')], ['mon 600', 'mon 900', null, null]);
  assert.equal(stopByKey('ArrowUp', 'mon 600', WEEK), 'mon');
  assert.deepEqual(
    ['Home', 'End'].map((key) => stopByKey(key, 'wed 540', WEEK)),
    ['wed', 'wed 840'],
  );
});

test('left and right lead to the nearest time, over days without any, and from a head to the next one', () => {
  const right = (id: string) => stopByKey('ArrowRight', id, WEEK);
  assert.deepEqual([right('mon 600'), right('mon 900'), right('mon')], ['wed 540', 'wed 840', 'tue']);
  assert.deepEqual(
    ['mon 600', 'wed 540', 'wed'].map((id) => stopByKey('ArrowLeft', id, WEEK)),
    [null, 'mon 600', 'tue'],
  );
});

test('other keys, and what is no stop, lead nowhere', () => {
  assert.equal(stopByKey('Enter', 'mon', WEEK), null);
  assert.equal(stopByKey('ArrowRight', undefined, WEEK), null);
});
