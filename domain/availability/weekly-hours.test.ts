import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MONDAY_FIRST } from '#domain/availability/weekly-hours.ts';
import { weekdayHours } from '#domain/availability/weekday-values.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';

const MONDAY = { day_of_week: 1, start_time: '09:00', end_time: '18:00', is_available: true, breaks: [] };

function refused(change: Record<string, unknown>): Record<string, string> {
  const { error } = weekdayHours.safeParse({ ...MONDAY, ...change });
  return Object.fromEntries((error?.issues ?? []).map((issue) => [String(issue.path[0]), issue.message]));
}

test('AVAIL-02 an available day ends later than it starts', () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
  fc.assert(
    fc.property(minute, minute, fc.boolean(), (start, end, is_available) => {
      const hours = { start_time: wallTimeOf(start), end_time: wallTimeOf(end), is_available };
      const expected =
        is_available && end <= start ? { end_time: 'Время окончания должно быть позже времени начала' } : {};
      assert.deepEqual(refused(hours), expected);
    }),
  );
});

test('AVAIL-01 days run from 0 = Sunday to 6, shown from Monday', () => {
  assert.deepEqual([...MONDAY_FIRST], [1, 2, 3, 4, 5, 6, 0]);
  for (const day of [-1, 7, 1.5]) assert.deepEqual(Object.keys(refused({ day_of_week: day })), ['day_of_week']);
  for (const day of MONDAY_FIRST) assert.deepEqual(refused({ day_of_week: day }), {});
});

test('AVAIL-02 times are written HH:mm', () => {
  for (const time of ['9:00', '24:00', '', '09:00:00']) {
    assert.deepEqual(Object.keys(refused({ start_time: time })), ['start_time'], time);
  }
  assert.deepEqual(refused({ end_time: '24:00', breaks: [{ start: '23:00', end: '24:00' }] }), {});
  assert.deepEqual(Object.keys(refused({ end_time: '00:00' })), ['end_time']);
});

test('AVAIL-02 breaks lie inside the hours and apart from each other', () => {
  const lunch = { start: '13:00', end: '14:00' };
  assert.deepEqual(
    refused({ breaks: [{ start: '16:00', end: '16:30' }, lunch, { start: '14:00', end: '14:15' }] }),
    {},
  );
  for (const breaks of [
    [{ start: '08:30', end: '09:30' }],
    [{ start: '17:30', end: '18:30' }],
    [{ start: '14:00', end: '13:00' }],
    [lunch, { start: '13:30', end: '14:30' }],
    [lunch, lunch],
    [{ start: '13:00' }],
  ]) {
    assert.deepEqual(Object.keys(refused({ breaks })), ['breaks'], JSON.stringify(breaks));
  }
});

test('AVAIL-01 what an off day holds is kept as it is', () => {
  const off = { ...MONDAY, is_available: false, breaks: [{ start: '20:00', end: '21:00' }] };
  assert.deepEqual(weekdayHours.parse(off), off);
});
