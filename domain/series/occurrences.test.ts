import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { datesOf, horizonOf, momentOn, type Rule } from '#domain/series/occurrences.ts';
import { clockChanges } from '#domain/testing/clock-changes.ts';
import { rounds } from '#proofs/support/long-form.ts';

const date = (text: string) => Temporal.PlainDate.from(text);

function rule(start: string, everyWeeks = 1, timeZone = 'Europe/Berlin'): Rule {
  return { start: Temporal.PlainDateTime.from(start), everyWeeks, timeZone };
}

function shown(day: string, time: string, timeZone: string): string {
  const { startMs, time: clock, shifted } = momentOn(date(day), Temporal.PlainTime.from(time), timeZone);
  return [Temporal.Instant.fromEpochMilliseconds(startMs), clock, ...(shifted ? ['shifted'] : [])].join(' ');
}

test('SERIES-03 the dates of a rule: every so many weeks, over the end of a year and 29 February', () => {
  const dates = (start: string, weeks: number, from: string, to: string) =>
    datesOf(rule(start, weeks), date(from), date(to)).map(String);
  assert.deepEqual(dates('2026-12-21T10:00', 1, '2026-12-21', '2027-01-04'), [
    '2026-12-21',
    '2026-12-28',
    '2027-01-04',
  ]);
  assert.deepEqual(dates('2028-02-15T10:00', 2, '2028-02-15', '2028-03-14'), [
    '2028-02-15',
    '2028-02-29',
    '2028-03-14',
  ]);
  assert.deepEqual(dates('2026-11-02T10:00', 3, '2026-11-24', '2026-12-20'), ['2026-12-14']);
  assert.deepEqual(dates('2026-11-23T10:00', 1, '2026-11-01', '2026-11-22'), []);
  assert.equal(datesOf(rule('2026-11-23T10:00'), date('2026-11-23'), date('9999-12-31')).length, 521);
  assert.equal(horizonOf(date('2028-02-29')).toString(), '2029-02-28');
});

test('SERIES-03 a skipped hour is as much later as the clock jumps and says so, a doubled one is the first', () => {
  assert.equal(shown('2027-03-28', '02:30', 'Europe/Berlin'), '2027-03-28T01:30:00Z 03:30:00 shifted');
  assert.equal(shown('2026-10-25', '02:30', 'Europe/Berlin'), '2026-10-25T00:30:00Z 02:30:00');
  assert.equal(shown('2027-10-03', '02:15', 'Australia/Lord_Howe'), '2027-10-02T15:45:00Z 02:45:00 shifted');
});

test('SERIES-03 around every clock change of every zone to 2037 the wall time stays, and nothing comes twice', () => {
  const changes = clockChanges(2026, 2037);
  assert.ok(changes.length > 1000);
  // Each year has about as many, so the short form takes every seventh.
  const step = rounds({ short: 7, long: 1 });
  for (const { timeZone, at } of changes.filter((_, index) => index % step === 0)) {
    const local = at.toZonedDateTimeISO(timeZone).toPlainDateTime();
    for (const minutes of [-90, -45, -15, 0, 15, 45, 90]) {
      const start = local.add({ minutes }).subtract({ weeks: 2 });
      const dates = datesOf(
        rule(start.toString(), 1, timeZone),
        start.toPlainDate(),
        local.toPlainDate().add({ weeks: 2 }),
      );
      const moments = dates.map((day) => momentOn(day, start.toPlainTime(), timeZone));
      assert.equal(new Set(moments.map(({ startMs }) => startMs)).size, moments.length);
      for (const { date: day, startMs, shifted } of moments) {
        const clock = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(timeZone).toPlainDateTime();
        const wanted = day.toPlainDateTime(start.toPlainTime());
        assert.equal(
          Temporal.PlainDateTime.compare(clock, wanted),
          shifted ? 1 : 0,
          `${timeZone} ${wanted.toString()}`,
        );
        if (!shifted) continue;
        // A time that the clock skips on that day.
        const before = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(timeZone);
        const change = before.getTimeZoneTransition('previous');
        assert.ok(change && before.since(change).total('hours') < 24);
      }
    }
  }
});

test('SERIES-03 the dates are those that counting day by day finds', () => {
  const day = fc.integer({ min: 0, max: 800 }).map((days) => date('2026-11-23').add({ days }));
  fc.assert(
    fc.property(
      day,
      day,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 0, max: 500 }),
      (first, from, weeks, span) => {
        const wanted: string[] = [];
        for (let count = 0; count <= span; count += 1) {
          const there = from.add({ days: count });
          const { days } = first.until(there, { largestUnit: 'days' });
          if (days >= 0 && days % (weeks * 7) === 0) wanted.push(there.toString());
        }
        const found = datesOf(rule(`${first.toString()}T10:00`, weeks), from, from.add({ days: span }));
        assert.deepEqual(found.map(String), wanted);
      },
    ),
  );
});
