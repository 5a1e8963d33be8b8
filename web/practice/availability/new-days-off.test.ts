import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DayOff } from '#domain/profiles/profile.ts';
import { isOff, newDaysOff } from '#web/practice/availability/new-days-off.ts';

const TODAY = Temporal.PlainDate.from('2026-12-20');
const range = (from: string, to = from): DayOff => ({ from: `2026-12-${from}`, to: `2026-12-${to}` });

test('SERIES-07 new are the days that were not off before, from today on', () => {
  assert.deepEqual(newDaysOff([], [range('28', '31'), range('24')], TODAY), [range('24'), range('28', '31')]);
  assert.deepEqual(newDaysOff([range('29')], [range('28', '31')], TODAY), [range('28'), range('30', '31')]);
  assert.deepEqual(newDaysOff([range('24', '31')], [range('24', '30')], TODAY), []);
  assert.deepEqual(newDaysOff([range('26', '27')], [range('27', '28')], TODAY), [range('28')]);
  assert.deepEqual(newDaysOff([], [range('18', '22'), range('10', '19')], TODAY), [range('20', '22')]);
});

test('SERIES-07 any ranges give the days that comparing day by day gives', () => {
  const dates = Array.from({ length: 31 }, (_, index) => `2026-12-${String(index + 1).padStart(2, '0')}`);
  const day = fc.integer({ min: 0, max: 30 });
  const ranges = fc.array(
    fc
      .tuple(day, day)
      .map(([a, b]): DayOff => ({ from: dates[Math.min(a, b)] ?? '', to: dates[Math.max(a, b)] ?? '' })),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(ranges, ranges, (before, after) => {
      const found = newDaysOff(before, after, TODAY);
      for (const date of dates) {
        const wanted = date >= TODAY.toString() && isOff(date, after) && !isOff(date, before);
        assert.equal(isOff(date, found), wanted, date);
      }
    }),
  );
});
