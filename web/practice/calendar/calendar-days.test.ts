import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOfView, lastDayOf, readDay, readView, stepFrom } from '#web/practice/calendar/calendar-days.ts';
import { weeksOfMonth } from '#web/ui/base/weeks.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const ends = (days: Temporal.PlainDate[]) => [String(days[0]), String(days.at(-1))];

test('CAL-01 a month is laid out in whole weeks from Monday', () => {
  const weeks = weeksOfMonth(Temporal.PlainYearMonth.from('2026-11'));
  assert.equal(weeks.length, 6);
  assert.ok(weeks.every((week) => week.length === 7 && week[0]?.dayOfWeek === 1));
  assert.deepEqual(ends(weeks.flat()), ['2026-10-26', '2026-12-06']);
});

test('CAL-01 a February that fills four weeks has no days of its neighbours', () => {
  assert.deepEqual(ends(weeksOfMonth(Temporal.PlainYearMonth.from('2027-02')).flat()), ['2027-02-01', '2027-02-28']);
});

test('CAL-03 month and week reach over the year’s end', () => {
  assert.deepEqual(ends(daysOfView('month', day('2026-12-31'))), ['2026-11-30', '2027-01-03']);
  assert.deepEqual(ends(daysOfView('week', day('2027-01-01'))), ['2026-12-28', '2027-01-03']);
  assert.deepEqual(ends(daysOfView('day', day('2027-01-01'))), ['2027-01-01', '2027-01-01']);
});

test('SERIES-04 a view ends with its last day, a month without the days of the next one', () => {
  assert.equal(String(lastDayOf('month', day('2027-02-01'))), '2027-02-28');
  assert.equal(String(lastDayOf('week', day('2026-12-28'))), '2027-01-03');
  assert.equal(String(lastDayOf('week', day('2027-01-03'))), '2027-01-03');
  assert.equal(String(lastDayOf('day', day('2027-01-03'))), '2027-01-03');
});

test('CAL-01 steps lead to the neighbouring day, week and month', () => {
  assert.equal(String(stepFrom(day('2026-12-31'), 'day', 1)), '2027-01-01');
  assert.equal(String(stepFrom(day('2026-12-31'), 'week', -1)), '2026-12-24');
  assert.equal(String(stepFrom(day('2027-01-31'), 'month', 1)), '2027-02-28');
  assert.equal(String(stepFrom(day('2027-01-31'), 'month', -1)), '2026-12-31');
});

test('an address that names no view or day shows the month of today', () => {
  const today = day('2026-11-18');
  assert.equal(readView('agenda'), 'month');
  assert.equal(readView('week'), 'week');
  for (const text of [undefined, '', 'завтра', '2026-02-30', '2026-11-18T10:00', '0000-01-01', '12026-01-01']) {
    assert.equal(readDay(text, today), today, String(text));
  }
  assert.equal(String(readDay('2024-02-29', today)), '2024-02-29');
});
