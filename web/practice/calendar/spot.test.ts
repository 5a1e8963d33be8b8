import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  carriedBy,
  draggedTo,
  halfHourOf,
  lateDraggedTo,
  spansFrom,
  spotAt,
  spotByKey,
} from '#web/practice/calendar/spot.ts';

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
  const to = (home: number, from: number, day = 1) => draggedTo({ day: 1, from: home }, { day, from }, 3, shown);
  assert.deepEqual(to(600, 641), { day: 1, from: 645 });
  assert.deepEqual(to(610, 641), { day: 1, from: 640 });
  assert.deepEqual(to(600, 0, -1), { day: 0, from: 540 });
  assert.deepEqual(to(600, 5000, 5), { day: 2, from: 1065 });
});

test('CAL-03 a session taken by its part of the next day passes midnight, before the first day too', () => {
  const whole = { from: 0, to: 1440 };
  const sunday = { day: -1, from: 1380 };
  const to = (day: number, from: number) => lateDraggedTo(sunday, { day, from }, 3, whole);
  assert.deepEqual(to(-1, 1402), { day: -1, from: 1395 });
  assert.deepEqual(to(-1, 1460), { day: 0, from: 15 });
  assert.deepEqual(to(0, -15), { day: -1, from: 1425 });
  assert.deepEqual(to(-2, 1380), { day: -1, from: 1380 });
  assert.deepEqual(to(5, 1500), { day: 2, from: 60 });
  const short = { from: 0, to: 1080 };
  assert.deepEqual(lateDraggedTo(sunday, { day: 0, from: 1380 }, 3, short), { day: 0, from: 1380 }, 'a day later');
  assert.deepEqual(lateDraggedTo(sunday, { day: 0, from: 1420 }, 3, short), { day: 0, from: 1380 });
});

test('CAL-03 what is dragged takes both days around midnight', () => {
  assert.deepEqual(spansFrom({ day: 0, from: 1380 }, 90, 7), [
    { day: 0, from: 1380, to: 1440 },
    { day: 1, from: 0, to: 30 },
  ]);
  assert.deepEqual(spansFrom({ day: -1, from: 1380 }, 90, 7), [{ day: 0, from: 0, to: 30 }]);
  assert.deepEqual(spansFrom({ day: 6, from: 1380 }, 90, 7), [{ day: 6, from: 1380, to: 1440 }]);
  assert.deepEqual(spansFrom({ day: 2, from: 600 }, 60, 7), [{ day: 2, from: 600, to: 660 }]);
});

test('an arrow carries a session by a quarter of an hour or a day', () => {
  assert.deepEqual(carriedBy('ArrowUp'), { days: 0, minutes: -15 });
  assert.deepEqual(carriedBy('ArrowRight'), { days: 1, minutes: 0 });
  assert.equal(carriedBy('Enter'), null);
});
