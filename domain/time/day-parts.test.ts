import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayParts } from '#domain/time/day-parts.ts';

function parts(start: string, minutes: number): [string, number, number, number][] {
  return dayParts(Temporal.ZonedDateTime.from(start), minutes).map(({ date, from, to, minutes: passed }) => [
    date.toString(),
    from,
    to,
    passed,
  ]);
}

test('CAL-03 a session over midnight has a part on each of its days, and one that ends at midnight a single one', () => {
  assert.deepEqual(parts('2026-11-18T23:00[Europe/Moscow]', 90), [
    ['2026-11-18', 1380, 1440, 60],
    ['2026-11-19', 0, 30, 30],
  ]);
  assert.deepEqual(parts('2026-12-31T23:00[Europe/Moscow]', 60), [['2026-12-31', 1380, 1440, 60]]);
  assert.deepEqual(parts('2026-11-18T00:00[Europe/Moscow]', 1440), [['2026-11-18', 0, 1440, 1440]]);
});

test('CAL-03 nights in which the clock changes', () => {
  // Berlin puts its clock back at 03:00.
  assert.deepEqual(parts('2026-10-25T01:30+02:00[Europe/Berlin]', 120), [['2026-10-25', 90, 210, 120]]);
  assert.deepEqual(parts('2026-10-25T02:30+02:00[Europe/Berlin]', 60), [['2026-10-25', 150, 210, 60]]);
  assert.deepEqual(parts('2026-10-24T23:00[Europe/Berlin]', 300), [
    ['2026-10-24', 1380, 1440, 60],
    ['2026-10-25', 0, 240, 240],
  ]);
  assert.deepEqual(parts('2026-03-29T01:30[Europe/Berlin]', 60), [['2026-03-29', 90, 210, 60]]);
  // Cairo's day begins at 01:00 when its clock goes ahead; Havana's evening does not end when its clock goes back.
  assert.deepEqual(parts('2026-04-23T23:30[Africa/Cairo]', 60), [
    ['2026-04-23', 1410, 1440, 30],
    ['2026-04-24', 60, 90, 30],
  ]);
  assert.deepEqual(parts('2026-11-01T00:30-04:00[America/Havana]', 60), [['2026-11-01', 30, 90, 60]]);
  // Samoa had no 30 December 2011.
  assert.deepEqual(parts('2011-12-29T23:00[Pacific/Apia]', 120), [
    ['2011-12-29', 1380, 1440, 60],
    ['2011-12-31', 0, 60, 60],
  ]);
});

test('CAL-03 the parts of any session follow one another and last as long as it does', () => {
  const starts = fc.integer({ min: Date.UTC(2010, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 });
  const zones = fc.constantFrom('Europe/Moscow', 'Europe/Berlin', 'America/Havana', 'Africa/Cairo', 'Pacific/Apia');
  fc.assert(
    fc.property(starts, fc.integer({ min: 1, max: 1440 }), zones, (minute, length, zone) => {
      const start = Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toZonedDateTimeISO(zone);
      const found = dayParts(start, length);
      assert.equal(
        found.reduce((sum, { minutes }) => sum + minutes, 0),
        length,
      );
      assert.ok(found[0]?.date.equals(start.toPlainDate()) && found[0].after === 0);
      for (const [index, { date, from, to, minutes }] of found.entries()) {
        assert.ok(from >= 0 && from < to && to <= 1440 && minutes > 0);
        assert.ok(index === 0 || Temporal.PlainDate.compare(found[index - 1]?.date ?? date, date) < 0);
        assert.ok(index === found.length - 1 || to === 1440);
      }
    }),
  );
});
