import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AVAILABILITY_TEXT } from '#domain/availability/weekly-hours.ts';
import {
  barSpans,
  differsFrom,
  problemOf,
  suggestBreak,
  tidy,
  weekForm,
} from '#web/practice/availability/week-form.ts';

const monday = () => {
  const [day] = weekForm([]);
  assert.ok(day);
  return { ...day, is_available: true };
};

test('AVAIL-01 a week that was never set is Monday first, 09:00–18:00 and off', () => {
  const week = weekForm([]);
  assert.deepEqual(
    week.map((day) => day.day_of_week),
    [1, 2, 3, 4, 5, 6, 0],
  );
  assert.ok(week.every((day) => day.start_time === '09:00' && day.end_time === '18:00' && !day.is_available));
});

test('AVAIL-02 the end must be later than the start, on available days only', () => {
  const day = { ...monday(), start_time: '14:00', end_time: '13:00' };
  assert.deepEqual(problemOf(day), { field: 'hours', text: AVAILABILITY_TEXT.endBeforeStart });
  assert.equal(problemOf({ ...day, is_available: false }), null);
});

test('times are read as people type them, and a half-typed one on an off day does not stand in the way', () => {
  assert.equal(tidy({ ...monday(), start_time: '9', end_time: '1730' }).end_time, '17:30');
  assert.ok(problemOf({ ...monday(), start_time: '25' }));
  assert.equal(tidy({ ...monday(), is_available: false, start_time: '25' }).start_time, '09:00');
});

test('a suggested break fits the day, also beside another one', () => {
  const day = { ...monday(), breaks: [suggestBreak(monday())] };
  assert.deepEqual(day.breaks, [{ start: '13:00', end: '14:00' }]);
  assert.equal(problemOf({ ...day, breaks: [...day.breaks, suggestBreak(day)] }), null);
});

test('the bar of a day leaves breaks out and draws nothing that cannot be saved', () => {
  assert.equal(barSpans(monday()).length, 1);
  assert.equal(barSpans({ ...monday(), breaks: [{ start: '13:00', end: '14:00' }] }).length, 2);
  assert.deepEqual(barSpans({ ...monday(), end_time: '08:00' }), []);
});

test('AVAIL-04 a day can become like a working Monday that it differs from', () => {
  const worked = { ...monday(), end_time: '20:00', breaks: [{ start: '13:00', end: '14:00' }] };
  const saturday = { ...monday(), day_of_week: 6, is_available: false };
  assert.ok(differsFrom(worked, saturday));
  assert.equal(differsFrom(worked, { ...worked, day_of_week: 6, end_time: '20' }), false, 'there is nothing to copy');
  assert.equal(differsFrom({ ...worked, is_available: false }, saturday), false, 'a day is switched off by its switch');
});
