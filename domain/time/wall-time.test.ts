import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { minutesOf, readWallEnd, readWallTime, wallTimeOf } from '#domain/time/wall-time.ts';

test('minutes and wall times are each other’s inverse over the whole day', () => {
  for (let minutes = 0; minutes < 24 * 60; minutes++) {
    assert.equal(minutesOf(wallTimeOf(minutes)), minutes);
    assert.equal(readWallTime(wallTimeOf(minutes)), wallTimeOf(minutes));
  }
});

test('wall times sort as the minutes they stand for', () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
  fc.assert(fc.property(minute, minute, (a, b) => assert.equal(wallTimeOf(a) < wallTimeOf(b), a < b)));
});

test('what is no wall time is refused', () => {
  for (const text of ['', '9:00', '24:01', '25:00', '09:60', '09:00:00', ' 09:00', '09:0٠', '-1:00']) {
    assert.throws(() => minutesOf(text), RangeError, text);
  }
});

test('AVAIL-02 a day may end at midnight, typed in any form; an end before it is read as any time', () => {
  assert.equal(minutesOf('24:00'), 1440);
  assert.equal(wallTimeOf(1440), '24:00');
  for (const text of ['24', '24:00', '24.00', '2400', ' 0 ', '00:00', '0:00']) assert.equal(readWallEnd(text), '24:00');
  assert.equal(readWallEnd('930'), '09:30');
  for (const text of ['24:30', '25', '', 'x']) assert.equal(readWallEnd(text), null, text);
});
