import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restSpans, shownHours, workingSpans } from '#web/practice/sessions/day-layout.ts';

test('working hours leave out breaks and off days, and are 09:00–18:00 where never set', () => {
  const hours = { day_of_week: 1, start_time: '10:00', end_time: '20:00', is_available: true, breaks: [] };
  assert.deepEqual(workingSpans(undefined), [{ from: 540, to: 1080 }]);
  assert.deepEqual(workingSpans({ ...hours, is_available: false }), []);
  assert.deepEqual(workingSpans({ ...hours, breaks: [{ start: '13:00', end: '14:00' }] }), [
    { from: 600, to: 780 },
    { from: 840, to: 1200 },
  ]);
});

test('the shown hours reach from the earliest to the latest of work and sessions', () => {
  assert.deepEqual(shownHours([]), { from: 540, to: 1080 });
  assert.deepEqual(
    shownHours([
      { from: 600, to: 1080 },
      { from: 465, to: 525 },
      { from: 1140, to: 1230 },
    ]),
    { from: 420, to: 1260 },
  );
});

test('what is left between working spans is rest', () => {
  const shown = { from: 540, to: 1200 };
  assert.deepEqual(restSpans([], shown), [shown]);
  assert.deepEqual(restSpans([{ from: 540, to: 1200 }], shown), []);
  assert.deepEqual(
    restSpans(
      [
        { from: 600, to: 780 },
        { from: 840, to: 1080 },
      ],
      shown,
    ),
    [
      { from: 540, to: 600 },
      { from: 780, to: 840 },
      { from: 1080, to: 1200 },
    ],
  );
});
