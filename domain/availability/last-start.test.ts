import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { freeSlotsForVisitors } from '#domain/availability/free-slots.ts';
import { lastStart } from '#domain/availability/last-start.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';

const MONDAY = Temporal.PlainDate.from('2026-11-23');
const day = (start_time: string, end_time: string, breaks: { start: string; end: string }[] = []) => ({
  day_of_week: 1,
  start_time,
  end_time,
  is_available: true,
  breaks,
});

test('AVAIL-04 the last start is half an hour before the end, and none whose hour meets a break', () => {
  assert.equal(lastStart(day('10:00', '20:00')), '19:30');
  assert.equal(lastStart(day('10:00', '19:45')), '19:30');
  assert.equal(lastStart(day('10:00', '13:00', [{ start: '12:30', end: '13:00' }])), '11:30');
  assert.equal(lastStart(day('10:00', '11:00', [{ start: '10:30', end: '11:00' }])), null);
});

test('AVAIL-04 it is the last one that the page offers, whatever the hours', () => {
  const minutes = (max: number) => fc.integer({ min: 0, max: max / 15 }).map((quarters) => quarters * 15);
  fc.assert(
    fc.property(minutes(20 * 60), minutes(120), minutes(22 * 60), minutes(90), (from, length, pause, rest) => {
      const to = Math.min(from + 15 + length * 3, 22 * 60);
      const breaks = rest > 0 ? [{ start: wallTimeOf(pause), end: wallTimeOf(pause + rest) }] : [];
      const hours = day(wallTimeOf(from), wallTimeOf(to), breaks);
      const [offered] = freeSlotsForVisitors({
        from: MONDAY,
        to: MONDAY,
        timeZone: 'Europe/Moscow',
        week: [hours],
        held: [],
        rules: { minNoticeMinutes: 0, maxDaysAhead: 180, bufferMinutes: 0, daysOff: [] },
        now: Temporal.Instant.from('2026-11-20T00:00:00Z'),
      });
      assert.equal(lastStart(hours), offered?.slots.at(-1)?.time ?? null);
    }),
  );
});
