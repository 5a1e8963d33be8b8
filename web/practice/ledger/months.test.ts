import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MonthMoney } from '#domain/money/money.ts';
import { begunMonths, meanPerWeek, monthsSince, showHoursOf, totalOf } from '#web/practice/ledger/months.ts';

const monthOf = (month: number, sessions: number): MonthMoney => ({
  month: `2026-${String(month).padStart(2, '0')}`,
  received: month * 100,
  held: month,
  sessions,
  minutes: sessions * 50,
  canceled_client: 1,
  canceled_practitioner: 2,
  late: 3,
  no_show: 4,
  new_clients: 5,
  ended_clients: 6,
});
const YEAR = Array.from({ length: 12 }, (_, index) => monthOf(index + 1, 31));

test('MONEY-08 the months of a year that have begun are shown, of a past year all', () => {
  assert.equal(begunMonths(YEAR, Temporal.PlainDate.from('2026-03-01')).length, 3);
  assert.equal(begunMonths(YEAR, Temporal.PlainDate.from('2027-01-01')).length, 12);
});

test('MONEY-08 the months come to a total', () => {
  const { received, sessions, minutes, ended_clients } = totalOf(YEAR.slice(0, 2));
  assert.deepEqual([received, sessions, minutes, ended_clients], [300, 62, 3100, 12]);
});

test('MONEY-08 the mean of a week counts whole months since the first session, and of the current one the days so far', () => {
  const today = Temporal.PlainDate.from('2026-03-14');
  assert.equal(meanPerWeek([monthOf(1, 31)], today), '7');
  assert.equal(meanPerWeek([monthOf(3, 9)], today), '4,5');
  assert.equal(meanPerWeek([], today), '0');
  const quiet = [monthOf(1, 0), monthOf(2, 28)];
  assert.equal(meanPerWeek(monthsSince(quiet, '2026-02'), today), '7', 'the practice began in February');
  assert.equal(meanPerWeek(monthsSince(quiet, '2025-12'), today), '3,3', 'a month without a meeting');
  assert.equal(showHoursOf(90), '1,5');
});
