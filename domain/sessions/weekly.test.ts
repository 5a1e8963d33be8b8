import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextWeekly } from '#domain/sessions/weekly.ts';

function next(start: string, now: string): string {
  const moment = nextWeekly(Temporal.ZonedDateTime.from(start), Temporal.Instant.from(now));
  return moment.toPlainDateTime().toString({ smallestUnit: 'minute' });
}

test('SESSION-14 a week later has the same weekday and wall time', () => {
  assert.equal(next('2026-11-24T11:00[Europe/Moscow]', '2026-11-24T09:00:00Z'), '2026-12-01T11:00');
  assert.equal(next('2026-12-08T11:00[Europe/Moscow]', '2026-11-24T09:00:00Z'), '2026-12-15T11:00');
});

test('SESSION-14 the wall time stays over a change of clocks', () => {
  assert.equal(next('2026-10-20T11:00[Europe/Berlin]', '2026-10-20T12:00:00Z'), '2026-10-27T11:00');
  assert.equal(next('2027-03-23T11:00[Europe/Berlin]', '2027-03-23T12:00:00Z'), '2027-03-30T11:00');
});

test('SESSION-14 a wall time that the clocks skip waits for the week after', () => {
  assert.equal(next('2027-03-21T02:30[Europe/Berlin]', '2027-03-21T12:00:00Z'), '2027-04-04T02:30');
});

test('SESSION-14 after a long absence it is the next such weekday ahead, never the present moment', () => {
  assert.equal(next('2026-01-06T11:00[Europe/Moscow]', '2026-11-24T07:59:59Z'), '2026-11-24T11:00');
  assert.equal(next('2026-01-06T11:00[Europe/Moscow]', '2026-11-24T08:00:00Z'), '2026-12-01T11:00');
});

test('SESSION-14 it is the first that lies ahead, whatever the zone', () => {
  const instants = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) });
  const zones = fc.constantFrom('Europe/Moscow', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe');
  fc.assert(
    fc.property(instants, instants, zones, (startMs, nowMs, zone) => {
      const start = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(zone);
      const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
      const found = nextWeekly(start, now);
      assert.ok(found.epochMilliseconds > nowMs);
      assert.equal(found.dayOfWeek, start.dayOfWeek);
      assert.ok(found.toPlainTime().equals(start.toPlainTime()));
      const weeks = start.toPlainDate().until(found.toPlainDate(), { largestUnit: 'weeks' }).weeks;
      assert.ok(weeks >= 1);
      const before = found.toPlainDateTime().subtract({ weeks: 1 }).toZonedDateTime(zone);
      const skipped = !before.toPlainTime().equals(start.toPlainTime());
      assert.ok(weeks === 1 || skipped || before.epochMilliseconds <= nowMs);
    }),
  );
});
