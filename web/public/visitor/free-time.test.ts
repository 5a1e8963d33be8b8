import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DaySlots } from '#domain/booking/booking.ts';
import {
  firstFreeDate,
  isFree,
  isMonthLoaded,
  nearestTimes,
  type OfferedTime,
  withDays,
  withoutTime,
} from '#web/public/visitor/free-time.ts';

const offered = (date: string, time: string): OfferedTime => ({ date, time, start: `${date}T${time}:00Z` });
const day = (date: string, ...times: string[]): DaySlots => ({
  date,
  slots: times.map((time) => ({ time, start: `${date}T${time}:00Z` })),
});

const freeTime = withDays(new Map(), [
  day('2026-11-18'),
  day('2026-11-19', '09:00', '14:00', '15:00', '15:30', '17:00'),
  day('2026-11-20', '09:00'),
  day('2026-11-30'),
]);

test('days that were read again replace what was known of them, and only of them', () => {
  const again = withDays(freeTime, [day('2026-11-19', '10:00'), day('2026-12-01', '11:00')]);
  assert.deepEqual(
    again.get('2026-11-19'),
    day('', '10:00').slots.map((slot) => ({ ...slot, start: '2026-11-19T10:00:00Z' })),
  );
  assert.equal(again.get('2026-11-20')?.length, 1);
  assert.equal(again.get('2026-12-01')?.length, 1);
  assert.equal(freeTime.get('2026-11-19')?.length, 5);
});

test('PUBLIC-04 a taken time is offered no more', () => {
  const taken = offered('2026-11-19', '15:00');
  assert.ok(isFree(freeTime, taken));
  const left = withoutTime(freeTime, taken);
  assert.ok(!isFree(left, taken));
  assert.equal(left.get('2026-11-19')?.length, 4);
  assert.equal(withoutTime(freeTime, offered('2027-01-01', '09:00')), freeTime);
});

test('PUBLIC-04 the nearest free times are offered in the order of time', () => {
  const nearest = nearestTimes(freeTime, offered('2026-11-19', '15:00'), 3);
  assert.deepEqual(
    nearest.map(({ date, time }) => `${date} ${time}`),
    ['2026-11-19 14:00', '2026-11-19 15:30', '2026-11-19 17:00'],
  );
});

test('PUBLIC-04 nearest is counted across days, and the lost time itself is never among them', () => {
  const lost = offered('2026-11-20', '09:00');
  const nearest = nearestTimes(freeTime, lost, 10);
  assert.equal(nearest.length, 5);
  assert.deepEqual(nearest.at(-1), offered('2026-11-19', '17:00'));
  assert.deepEqual(nearestTimes(withDays(new Map(), []), lost, 3), []);
});

test('a month counts as loaded with its last day', () => {
  assert.ok(isMonthLoaded(freeTime, Temporal.PlainYearMonth.from('2026-11')));
  assert.ok(!isMonthLoaded(freeTime, Temporal.PlainYearMonth.from('2026-12')));
});

test('the first free date is looked for from a day on, that day included', () => {
  const from = (text: string) => firstFreeDate(freeTime, Temporal.PlainDate.from(text))?.toString();
  assert.equal(from('2026-11-01'), '2026-11-19');
  assert.equal(from('2026-11-20'), '2026-11-20');
  assert.equal(from('2026-11-21'), undefined);
});
