import assert from 'node:assert/strict';
import fc from 'fast-check';
import { freeSlotsForVisitors } from '#domain/availability/free-slots.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import type { DayOff } from '#domain/profiles/profile.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';
import type { ClockChange } from '#domain/testing/clock-changes.ts';
import { expectedSlots, type Practice } from '#domain/testing/expected-slots.ts';

const QUARTERS_A_DAY = 96;
const QUARTER = 15 * 60_000;

/** Any practice whose hours, breaks, held time and rules meet around a moment; all on quarters of an hour. */
export function practiceAround({ timeZone, at }: ClockChange): fc.Arbitrary<Practice> {
  const near = (days: number) => fc.integer({ min: -days * QUARTERS_A_DAY, max: days * QUARTERS_A_DAY });
  const held = fc.record({ from: near(4), quarters: fc.integer({ min: 1, max: QUARTERS_A_DAY }) });
  return fc.record({
    timeZone: fc.constant(timeZone),
    week: fc.tuple(...[0, 1, 2, 3, 4, 5, 6].map((day) => weekday(day, quarterOf(at.toZonedDateTimeISO(timeZone))))),
    held: fc.array(
      held.map(({ from, quarters }) => {
        const start = at.epochMilliseconds + from * QUARTER;
        return { start, end: start + quarters * QUARTER };
      }),
      { maxLength: 4 },
    ),
    rules: fc.record({
      minNoticeMinutes: fc.constantFrom(0, 45, 24 * 60),
      maxDaysAhead: fc.constantFrom(1, 2, 4, 180),
      bufferMinutes: fc.constantFrom(0, 15, 90),
      daysOff: fc.array(dayOff(at.toZonedDateTimeISO(timeZone).toPlainDate()), { maxLength: 1 }),
    }),
    now: fc.tuple(near(5), fc.integer({ min: 0, max: 1 })).map(([quarters, late]) => {
      return Temporal.Instant.fromEpochMilliseconds(at.epochMilliseconds + quarters * QUARTER - late);
    }),
  });
}

/** One to three days within reach of the moment's date. */
function dayOff(middle: Temporal.PlainDate): fc.Arbitrary<DayOff> {
  return fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: 0, max: 2 })).map(([first, more]) => {
    const from = middle.add({ days: first });
    return { from: from.toString(), to: from.add({ days: more }).toString() };
  });
}

/** The window and at most one break inside it, from four points of the day; often just where the clock is moved. */
function weekday(day_of_week: number, change: number): fc.Arbitrary<WeekdayHours> {
  const last = QUARTERS_A_DAY - 1;
  const anywhere = fc.integer({ min: 0, max: last });
  const near = fc.integer({ min: Math.max(0, change - 12), max: Math.min(last, Math.max(0, change - 12) + 24) });
  const point = fc.oneof(anywhere, { arbitrary: near, weight: 3 });
  const points = fc.uniqueArray(point, { minLength: 4, maxLength: 4 }).map((list) => list.toSorted((a, b) => a - b));
  return fc.tuple(points, fc.boolean(), fc.integer({ min: 0, max: 9 })).map(([[a, b, c, d], paused, off]) => {
    const time = (quarter = 0) => wallTimeOf(quarter * 15);
    const breaks = paused ? [{ start: time(b), end: time(c) }] : [];
    return { day_of_week, start_time: time(a), end_time: time(d), is_available: off > 0, breaks };
  });
}

function quarterOf({ hour, minute }: Temporal.ZonedDateTime): number {
  return hour * 4 + Math.floor(minute / 15);
}

/**
 * Asserts that the seven days around a moment have exactly the slots that the clock on the wall gives them: that of
 * `truth`, which is another practice where it is tried whether a difference is found.
 */
export function assertSlotsAround({ timeZone, at }: ClockChange, practice: Practice, truth = practice): void {
  const middle = at.toZonedDateTimeISO(timeZone).toPlainDate();
  const [from, to] = [middle.subtract({ days: 3 }), middle.add({ days: 3 })];
  const days = freeSlotsForVisitors({ ...practice, from, to });
  const expected = days.map((_, index) => expectedSlots(from.add({ days: index }), truth));
  assert.deepEqual(days, expected);
}
