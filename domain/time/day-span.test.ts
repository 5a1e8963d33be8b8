import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { daySpan } from '#domain/time/day-span.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';

function spanOf(first: string, timeZone: string, last = first) {
  return daySpan(Temporal.PlainDate.from(first), Temporal.PlainDate.from(last), timeZone);
}

function hoursOf({ from, to }: { from: string; to: string }): number {
  return parseStoredInstant(from).until(parseStoredInstant(to)).total('hours');
}

test('CAL-03 a day begins at midnight of the practitioner, wherever that is in UTC', () => {
  assert.deepEqual(spanOf('2026-11-18', 'Asia/Kathmandu'), {
    from: '2026-11-17 18:15:00.000Z',
    to: '2026-11-18 18:15:00.000Z',
  });
  assert.deepEqual(spanOf('2026-11-18', 'America/St_Johns'), {
    from: '2026-11-18 03:30:00.000Z',
    to: '2026-11-19 03:30:00.000Z',
  });
});

test('CAL-03 the days on which Berlin moves its clocks have 25 and 23 hours', () => {
  assert.deepEqual(spanOf('2026-10-25', 'Europe/Berlin'), {
    from: '2026-10-24 22:00:00.000Z',
    to: '2026-10-25 23:00:00.000Z',
  });
  assert.equal(hoursOf(spanOf('2026-03-29', 'Europe/Berlin')), 23);
});

test('CAL-03 a day whose midnight is skipped begins when its clock does', () => {
  assert.equal(spanOf('2018-11-04', 'America/Sao_Paulo').from, '2018-11-04 03:00:00.000Z');
});

test('CAL-03 a range of days ends where the next year begins', () => {
  assert.deepEqual(spanOf('2026-12-28', 'Europe/Moscow', '2027-01-03'), {
    from: '2026-12-27 21:00:00.000Z',
    to: '2027-01-03 21:00:00.000Z',
  });
  assert.equal(spanOf('2026-12-31', 'Europe/Moscow').to, spanOf('2027-01-01', 'Europe/Moscow').from);
});

test('CAL-03 an instant lies in the span of its local day and of no other', () => {
  const zones = ['Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/Moscow', 'Pacific/Apia'];
  const moments = fc.integer({ min: Date.UTC(2011, 0), max: Date.UTC(2030, 0) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (timeZone, milliseconds) => {
      const moment = Temporal.Instant.fromEpochMilliseconds(milliseconds);
      const day = moment.toZonedDateTimeISO(timeZone).toPlainDate();
      const isWithin = (date: Temporal.PlainDate) => {
        const { from, to } = daySpan(date, date, timeZone);
        return (
          Temporal.Instant.compare(parseStoredInstant(from), moment) <= 0 &&
          Temporal.Instant.compare(moment, parseStoredInstant(to)) < 0
        );
      };
      assert.ok(isWithin(day));
      assert.ok(!isWithin(day.subtract({ days: 1 })));
      assert.ok(!isWithin(day.add({ days: 1 })));
    }),
  );
});
