import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { freeSlotsForPractitioner, freeSlotsForVisitors, type VisitorRules } from '#domain/availability/free-slots.ts';
import type { WeekdayHours } from '#domain/availability/weekly-hours.ts';
import { clockChanges } from '#domain/testing/clock-changes.ts';
import { assertSlotsAround, practiceAround } from '#domain/testing/slots-around.ts';
import { wallTimeOf } from '#domain/time/wall-time.ts';
import { rounds } from '#proofs/support/long-form.ts';

const MOSCOW = 'Europe/Moscow';
const RULES: VisitorRules = {
  minNoticeMinutes: 0,
  maxDaysAhead: 180,
  bufferMinutes: 0,
  daysOff: [],
};
const MONDAY = Temporal.PlainDate.from('2026-11-23');
const BEFORE = Temporal.Instant.from('2026-03-01T00:00:00Z');

function open(start: string, end: string, breaks: WeekdayHours['breaks'] = []): WeekdayHours[] {
  return [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    day_of_week: day,
    start_time: start,
    end_time: end,
    is_available: true,
    breaks,
  }));
}

function visitorTimes(options: Partial<Parameters<typeof freeSlotsForVisitors>[0]> = {}): string[] {
  const [day] = freeSlotsForVisitors({
    from: MONDAY,
    to: MONDAY,
    timeZone: MOSCOW,
    week: open('09:00', '12:00'),
    held: [],
    rules: RULES,
    now: Temporal.Instant.from('2026-11-20T00:00:00Z'),
    ...options,
  });
  assert.ok(day);
  return day.slots.map((slot) => slot.time);
}

const span = (start: string, end: string) => ({
  start: Temporal.Instant.from(start).epochMilliseconds,
  end: Temporal.Instant.from(end).epochMilliseconds,
});

test('PUBLIC-02 slots start every 30 minutes up to but excluding the end', () => {
  assert.deepEqual(visitorTimes(), ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']);
});

test('PUBLIC-02 a weekday that is off or was never set has no slots', () => {
  assert.deepEqual(visitorTimes({ week: [] }), []);
  assert.deepEqual(visitorTimes({ week: open('09:00', '12:00').map((day) => ({ ...day, is_available: false })) }), []);
});

test('PUBLIC-02 a slot whose hour overlaps held time is left out, a touching one is not', () => {
  const held = [span('2026-11-23T07:00:00Z', '2026-11-23T07:30:00Z')];
  assert.deepEqual(visitorTimes({ held }), ['09:00', '10:30', '11:00', '11:30']);
});

test('PUBLIC-02 past times are left out, and a slot that starts this moment is past', () => {
  const now = Temporal.Instant.from('2026-11-23T07:30:00Z');
  assert.deepEqual(visitorTimes({ now }), ['11:00', '11:30']);
});

test('PUBLIC-02 notice, horizon, buffer, breaks and days off narrow what visitors see', () => {
  const now = Temporal.Instant.from('2026-11-23T05:00:00Z');
  assert.deepEqual(visitorTimes({ now, rules: { ...RULES, minNoticeMinutes: 180 } }), ['11:00', '11:30']);
  assert.deepEqual(visitorTimes({ rules: { ...RULES, maxDaysAhead: 2 } }), []);
  assert.equal(visitorTimes({ rules: { ...RULES, maxDaysAhead: 3 } }).length, 6);
  const held = [span('2026-11-23T07:30:00Z', '2026-11-23T08:00:00Z')];
  assert.deepEqual(visitorTimes({ held, rules: { ...RULES, bufferMinutes: 30 } }), ['09:00', '11:30']);
  assert.deepEqual(visitorTimes({ week: open('09:00', '12:00', [{ start: '10:00', end: '11:00' }]) }), [
    '09:00',
    '11:00',
    '11:30',
  ]);
  assert.deepEqual(visitorTimes({ rules: { ...RULES, daysOff: [{ from: '2026-11-22', to: '2026-11-23' }] } }), []);
});

test('PUBLIC-02 a wall time that the clock change skips is not offered', () => {
  const date = Temporal.PlainDate.from('2026-03-29');
  const times = visitorTimes({
    from: date,
    to: date,
    timeZone: 'Europe/Berlin',
    week: open('01:00', '04:00'),
    now: Temporal.Instant.from('2026-03-01T00:00:00Z'),
  });
  assert.deepEqual(times, ['01:00', '01:30', '03:00', '03:30']);
});

test('PUBLIC-02 a wall time that comes twice is offered once', () => {
  const date = Temporal.PlainDate.from('2026-10-25');
  const [day] = freeSlotsForVisitors({
    from: date,
    to: date,
    timeZone: 'Europe/Berlin',
    week: open('02:00', '04:00'),
    held: [],
    rules: RULES,
    now: Temporal.Instant.from('2026-10-01T00:00:00Z'),
  });
  assert.deepEqual(
    day?.slots.map((slot) => `${slot.time} ${slot.start}`),
    [
      '02:00 2026-10-25T00:00:00Z',
      '02:30 2026-10-25T00:30:00Z',
      '03:00 2026-10-25T02:00:00Z',
      '03:30 2026-10-25T02:30:00Z',
    ],
  );
});

test('PUBLIC-02 a date that a zone skipped whole has no slots', () => {
  const date = Temporal.PlainDate.from('2011-12-30');
  const now = Temporal.Instant.from('2011-12-01T00:00:00Z');
  assert.deepEqual(visitorTimes({ from: date, to: date, timeZone: 'Pacific/Apia', now }), []);
});

test('PUBLIC-02 at most 62 days are answered, an upside-down range none', () => {
  const base = {
    timeZone: MOSCOW,
    week: open('09:00', '10:00'),
    held: [],
    rules: RULES,
    now: Temporal.Instant.from('2026-11-20T00:00:00Z'),
  };
  assert.equal(freeSlotsForVisitors({ ...base, from: MONDAY, to: MONDAY.add({ years: 1 }) }).length, 62);
  assert.equal(freeSlotsForVisitors({ ...base, from: MONDAY, to: MONDAY.subtract({ days: 1 }) }).length, 0);
});

test('PUBLIC-02 around clock changes the slots are those that the clock on the wall shows', () => {
  const change = fc.constantFrom(...clockChanges(2024, 2035));
  const law = fc.property(
    change.chain((moment) => fc.tuple(fc.constant(moment), practiceAround(moment))),
    ([moment, practice]) => assertSlotsAround(moment, practice),
  );
  fc.assert(law, { numRuns: rounds({ short: 40, long: 100 }) });
});

test('PUBLIC-02 a break whose clock time comes twice keeps visitors away both times', () => {
  const date = Temporal.PlainDate.from('2026-10-25');
  const times = visitorTimes({
    from: date,
    to: date,
    timeZone: 'Europe/Berlin',
    week: open('01:00', '05:00', [{ start: '02:00', end: '02:30' }]),
    now: Temporal.Instant.from('2026-10-01T00:00:00Z'),
  });
  assert.deepEqual(times, ['01:00', '03:00', '03:30', '04:00', '04:30']);
});

test('PUBLIC-02 a break that the clock change skips keeps no visitor away', () => {
  const date = Temporal.PlainDate.from('2026-03-29');
  const times = visitorTimes({
    from: date,
    to: date,
    timeZone: 'Europe/Berlin',
    week: open('01:00', '05:00', [{ start: '02:00', end: '02:30' }]),
    now: Temporal.Instant.from('2026-03-01T00:00:00Z'),
  });
  assert.deepEqual(times, ['01:00', '01:30', '03:00', '03:30', '04:00', '04:30']);
});

test('PUBLIC-02 an hour that reaches over midnight meets the breaks of the next day', () => {
  const week = open('00:00', '23:59', [{ start: '00:00', end: '00:30' }]);
  assert.deepEqual(visitorTimes({ week }).slice(-2), ['22:30', '23:00']);
});

test('PUBLIC-02 no slot is past, outside the hours or over held time, whatever the zone and day', () => {
  const zones = [
    'Europe/Moscow',
    'Europe/Berlin',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
  ];
  const minute = fc.integer({ min: 0, max: 1440 });
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 4000 }),
      fc.tuple(minute, minute).filter(([a, b]) => a < b),
      fc.array(fc.tuple(fc.integer({ min: -600, max: 2400 }), fc.integer({ min: 15, max: 300 })), {
        maxLength: 12,
      }),
      fc.integer({ min: -1440, max: 1440 }),
      (timeZone, dayOffset, [start, end], spans, nowOffset) => {
        const date = Temporal.PlainDate.from('2020-01-01').add({ days: dayOffset });
        const dayStart = date.toZonedDateTime(timeZone).epochMilliseconds;
        const held = spans.map(([from, length]) => ({
          start: dayStart + from * 60_000,
          end: dayStart + (from + length) * 60_000,
        }));
        const now = Temporal.Instant.fromEpochMilliseconds(dayStart + nowOffset * 60_000);
        const week = open(wallTimeOf(start), wallTimeOf(end));
        const [day] = freeSlotsForVisitors({
          from: date,
          to: date,
          timeZone,
          week,
          held,
          rules: RULES,
          now,
        });
        const seen = new Set<string>();
        for (const slot of day?.slots ?? []) {
          const instant = Temporal.Instant.from(slot.start);
          const zoned = instant.toZonedDateTimeISO(timeZone);
          assert.equal(zoned.toPlainTime().toString({ smallestUnit: 'minute' }), slot.time);
          assert.ok(zoned.toPlainDate().equals(date));
          const minutes = zoned.hour * 60 + zoned.minute;
          assert.ok(minutes >= start && minutes < end && (minutes - start) % 30 === 0);
          assert.ok(instant.epochMilliseconds > now.epochMilliseconds);
          const hourEnd = instant.epochMilliseconds + 3_600_000;
          assert.ok(held.every((time) => time.end <= instant.epochMilliseconds || time.start >= hourEnd));
          assert.ok(!seen.has(slot.time));
          seen.add(slot.time);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('SESSION-10 the practitioner sees the window stepped by the length, nothing after its end', () => {
  const [day] = freeSlotsForPractitioner({
    date: MONDAY,
    duration: 90,
    timeZone: MOSCOW,
    now: BEFORE,
    week: [],
    held: [],
  });
  assert.deepEqual(
    day?.slots.map((slot) => slot.time),
    ['09:00', '10:30', '12:00', '13:30', '15:00', '16:30'],
  );
});

test('SESSION-10 hours that end while clocks are moved end with the move', () => {
  const [day] = freeSlotsForPractitioner({
    date: Temporal.PlainDate.from('2026-03-29'),
    duration: 60,
    timeZone: 'Europe/Berlin',
    now: BEFORE,
    week: open('00:30', '02:30'),
    held: [],
  });
  assert.deepEqual(
    day?.slots.map((slot) => slot.time),
    ['00:30'],
  );
});

test('SESSION-10 a weekday that is set but off has no free times, held time is not free', () => {
  const off = open('09:00', '18:00').map((day) => ({ ...day, is_available: false }));
  assert.deepEqual(
    freeSlotsForPractitioner({
      date: MONDAY,
      duration: 60,
      timeZone: MOSCOW,
      now: BEFORE,
      week: off,
      held: [],
    })[0]?.slots,
    [],
  );
  const held = [span('2026-11-23T06:30:00Z', '2026-11-23T07:00:00Z')];
  const [day] = freeSlotsForPractitioner({
    date: MONDAY,
    duration: 60,
    timeZone: MOSCOW,
    now: BEFORE,
    week: open('09:00', '12:00'),
    held,
  });
  assert.deepEqual(
    day?.slots.map((slot) => slot.time),
    ['10:00', '11:00'],
  );
});

test('SESSION-10 fifty minutes are offered on the hour, and their end is theirs', () => {
  const held = [span('2026-11-23T06:50:00Z', '2026-11-23T07:50:00Z')];
  const [day] = freeSlotsForPractitioner({
    date: MONDAY,
    duration: 50,
    timeZone: MOSCOW,
    now: BEFORE,
    week: open('09:00', '12:50'),
    held,
  });
  assert.deepEqual(
    day?.slots.map((slot) => slot.time),
    ['09:00', '11:00', '12:00'],
  );
});

test('SESSION-14 a time that has passed is not free, nor is the present moment', () => {
  const timesAt = (now: string) =>
    freeSlotsForPractitioner({
      date: MONDAY,
      duration: 60,
      timeZone: MOSCOW,
      now: Temporal.Instant.from(now),
      week: open('09:00', '12:00'),
      held: [],
    })[0]?.slots.map((slot) => slot.time);
  assert.deepEqual(timesAt('2026-11-23T06:59:59Z'), ['10:00', '11:00']);
  assert.deepEqual(timesAt('2026-11-23T07:00:00Z'), ['11:00']);
  assert.deepEqual(timesAt('2026-11-24T00:00:00Z'), []);
});

test('AVAIL-02 SESSION-10 hours until midnight have their last hour free', () => {
  const [day] = freeSlotsForPractitioner({
    date: MONDAY,
    duration: 60,
    timeZone: MOSCOW,
    now: BEFORE,
    week: open('20:00', '24:00'),
    held: [],
  });
  assert.deepEqual(
    day?.slots.map((slot) => slot.time),
    ['20:00', '21:00', '22:00', '23:00'],
  );
});
