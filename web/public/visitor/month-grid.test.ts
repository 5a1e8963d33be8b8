import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dateByKey, lastDayOf, lastMonth } from '#web/public/visitor/month-grid.ts';
import { weeksOfMonth } from '#web/ui/base/weeks.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const months = fc
  .record({ year: fc.integer({ min: 2020, max: 2060 }), month: fc.integer({ min: 1, max: 12 }) })
  .map((fields) => Temporal.PlainYearMonth.from(fields));

test('PUBLIC-01 every day of a month stands once, in its weekday’s column, Monday first', () => {
  fc.assert(
    fc.property(months, (month) => {
      const weeks = weeksOfMonth(month);
      const days = weeks.flat().filter((day) => day.toPlainYearMonth().equals(month));
      assert.deepEqual(
        days.map(String),
        Array.from({ length: month.daysInMonth }, (_, index) => month.toPlainDate({ day: index + 1 }).toString()),
      );
      for (const week of weeks) {
        assert.ok(week.some((day) => days.includes(day)));
        assert.deepEqual(
          week.map((day) => day.dayOfWeek),
          [1, 2, 3, 4, 5, 6, 7],
        );
      }
    }),
  );
});

test('A11Y-01 keys move through days, weeks and months', () => {
  const today = date('2026-11-18');
  const from = date('2026-12-31');
  const led = (key: string) => dateByKey(key, from, today)?.toString();
  assert.equal(led('ArrowLeft'), '2026-12-30');
  assert.equal(led('ArrowRight'), '2027-01-01');
  assert.equal(led('ArrowUp'), '2026-12-24');
  assert.equal(led('ArrowDown'), '2027-01-07');
  assert.equal(led('Home'), '2026-12-28');
  assert.equal(led('End'), '2027-01-03');
  assert.equal(led('PageUp'), '2026-11-30');
  assert.equal(led('PageDown'), '2027-01-31');
  assert.equal(dateByKey('Enter', from, today), null);
  assert.equal(dateByKey('toString', from, today), null);
});

test('PUBLIC-01 no key leads before today or beyond the last month', () => {
  const today = date('2026-11-18');
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...keys), { maxLength: 60 }), (pressed) => {
      let at = today;
      for (const key of pressed) at = dateByKey(key, at, today) ?? at;
      assert.ok(Temporal.PlainDate.compare(at, today) >= 0);
      assert.ok(Temporal.PlainDate.compare(at, lastDayOf(lastMonth(today))) <= 0);
    }),
  );
  assert.equal(dateByKey('PageDown', lastDayOf(lastMonth(today)), today)?.toString(), '2028-11-30');
});
