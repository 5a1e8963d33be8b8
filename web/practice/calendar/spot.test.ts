import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carriedBy, draggedTo, halfHourOf, spotAt, spotByKey } from '#web/practice/calendar/spot.ts';

const shown = { from: 540, to: 1080 };
const column = (left: number) => ({ left, top: 100, height: 9 * 64 }) as DOMRect;
const week = [0, 1, 2].map((day) => column(80 + day * 120));

test('a point is a day and a time, that of the nearest edge beside the grid', () => {
  assert.deepEqual(spotAt(week, { x: 210, y: 100 + 64 }, shown), { day: 1, from: 600 });
  assert.deepEqual(spotAt(week, { x: 900, y: 100 }, shown), { day: 2, from: 540 });
  assert.deepEqual(spotAt(week, { x: 10, y: 100 }, shown), { day: 0, from: 540 });
});

test('planning begins on the half hour under the pointer, within the shown hours', () => {
  assert.deepEqual(halfHourOf({ day: 1, from: 659 }, shown), { day: 1, from: 630 });
  assert.deepEqual(halfHourOf({ day: 1, from: 2000 }, shown), { day: 1, from: 1050 });
  assert.deepEqual(halfHourOf({ day: 1, from: 0 }, shown), { day: 1, from: 540 });
});

test('keys lead by half hours and days and stop at the edges', () => {
  const from = { day: 0, from: 540 };
  assert.deepEqual(spotByKey('ArrowDown', from, 3, shown), { day: 0, from: 570 });
  assert.deepEqual(spotByKey('ArrowRight', from, 3, shown), { day: 1, from: 540 });
  assert.deepEqual(spotByKey('ArrowUp', from, 3, shown), from);
  assert.deepEqual(spotByKey('ArrowLeft', from, 3, shown), from);
  assert.deepEqual(spotByKey('End', from, 3, shown), { day: 0, from: 1050 });
  assert.equal(spotByKey('Enter', from, 3, shown), null);
});

test('a dragged session moves by quarters of an hour and keeps an odd minute', () => {
  assert.equal(draggedTo({ from: 600, to: 660 }, 641, shown), 645);
  assert.equal(draggedTo({ from: 610, to: 670 }, 641, shown), 640);
  assert.equal(draggedTo({ from: 600, to: 660 }, 0, shown), 540);
  assert.equal(draggedTo({ from: 600, to: 660 }, 5000, shown), 1065);
});

test('an arrow carries a session by a quarter of an hour or a day', () => {
  assert.deepEqual(carriedBy('ArrowUp'), { days: 0, minutes: -15 });
  assert.deepEqual(carriedBy('ArrowRight'), { days: 1, minutes: 0 });
  assert.equal(carriedBy('Enter'), null);
});
