import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outsideHours } from '#web/practice/sessions/outside-hours.ts';

const date = Temporal.PlainDate.from('2026-11-18');
const pause = [{ start: '13:00', end: '14:00' }];
const hours = { day_of_week: 3, start_time: '10:00', end_time: '20:00', is_available: true, breaks: pause };
const said = (time: string, duration = 60, week: Parameters<typeof outsideHours>[1] = hours, off: string[] = []) =>
  outsideHours(
    { date, time, duration },
    week,
    off.map((day) => ({ from: day, to: day })),
  ).replaceAll('\u00A0', ' ');

test('SESSION-10 a time outside the working hours is remarked with the hours, their ends belong to them', () => {
  const outside = 'Это вне рабочих часов: 10:00–13:00, 14:00–20:00.';
  assert.equal(said('09:00'), outside);
  assert.equal(said('12:30'), outside);
  assert.equal(said('19:30'), outside);
  assert.equal(said('23:30'), outside);
  for (const time of ['10:00', '12:00', '14:00', '19:00', '']) assert.equal(said(time), '', time);
  assert.equal(said('19:30', 30), '');
  assert.equal(said('23:00', 60, { ...hours, end_time: '24:00' }), '');
});

test('SESSION-10 a day off and a weekday without hours are remarked, a week that was never set is not', () => {
  assert.equal(said('11:00', 60, hours, ['2026-11-18']), 'В этот день у вас выходной.');
  assert.equal(said('11:00', 60, hours, ['2026-11-19']), '');
  assert.equal(said('11:00', 60, { ...hours, is_available: false }), 'По рабочим часам этот день нерабочий.');
  assert.equal(outsideHours({ date, time: '05:00', duration: 60 }, undefined, []), '');
});
