import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isQuiet, planReminder } from '#domain/letters/reminder.ts';
import { REMINDER_HOURS } from '#domain/letters/letter.ts';
import { rounds } from '#proofs/support/long-form.ts';

/** Forty zones: halves and quarters of an hour, both hemispheres, zones that crossed the date line or skip midnight. */
const ZONES = [
  'Europe/Moscow',
  'Europe/Kaliningrad',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Lisbon',
  'Europe/Dublin',
  'Europe/Kyiv',
  'Europe/Istanbul',
  'Europe/Samara',
  'Europe/Volgograd',
  'Asia/Yekaterinburg',
  'Asia/Novosibirsk',
  'Asia/Vladivostok',
  'Asia/Kamchatka',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Asia/Kabul',
  'Asia/Tokyo',
  'Asia/Jerusalem',
  'Asia/Beirut',
  'Asia/Almaty',
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'America/Asuncion',
  'America/Los_Angeles',
  'America/Caracas',
  'America/Nuuk',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Australia/Adelaide',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Apia',
  'UTC',
] as const;

const QUIET = { from: '21:00', to: '09:00' };
const MINUTE = 60_000;

function at(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}

function plan(start: string, hours = 24, quiet = QUIET, timeZone = 'Europe/Moscow', now = '2026-01-01T00:00:00Z') {
  const planned = planReminder(at(start), { hours, quiet, timeZone }, at(now));
  return planned && { at: planned.at.toString(), until: planned.until.toString() };
}

test('LETTER-04 a reminder goes so many elapsed hours before the start, and may be an hour late', () => {
  assert.deepEqual(plan('2026-11-24T09:00:00Z'), { at: '2026-11-23T09:00:00Z', until: '2026-11-23T10:00:00Z' });
  // Only 23 hours earlier by the local clock.
  const planned = plan('2026-03-29T10:00:00Z', 24, QUIET, 'Europe/Berlin');
  assert.equal(planned?.at, '2026-03-28T10:00:00Z');
});

test('LETTER-04 a reminder in quiet hours goes in the minute before they begin, and not after', () => {
  // 08:00 in Moscow.
  assert.deepEqual(plan('2026-11-24T05:00:00Z'), { at: '2026-11-22T17:59:00Z', until: '2026-11-22T18:00:00Z' });
  // 09:00, the first minute that is not quiet, and 20:59, the last one.
  assert.equal(plan('2026-11-24T06:00:00Z')?.at, '2026-11-23T06:00:00Z');
  assert.deepEqual(plan('2026-11-24T17:59:00Z'), { at: '2026-11-23T17:59:00Z', until: '2026-11-23T18:00:00Z' });
  assert.equal(plan('2026-11-24T18:00:00Z')?.at, '2026-11-23T17:59:00Z');
  // Within one day.
  assert.equal(plan('2026-11-24T10:00:00Z', 2, { from: '10:00', to: '12:00' })?.at, '2026-11-24T06:59:00Z');
});

test('LETTER-04 where the moment has passed there is no reminder', () => {
  assert.equal(plan('2026-11-24T09:00:00Z', 24, QUIET, 'Europe/Moscow', '2026-11-23T09:00:00Z'), null);
  assert.notEqual(plan('2026-11-24T09:00:00Z', 24, QUIET, 'Europe/Moscow', '2026-11-23T08:59:59Z'), null);
  // The quiet hours move it to a moment that has passed.
  assert.equal(plan('2026-11-24T05:00:00Z', 24, QUIET, 'Europe/Moscow', '2026-11-22T18:30:00Z'), null);
});

test('LETTER-04 the last moment of a late reminder is an hour before the start', () => {
  const planned = plan('2026-11-24T12:00:00Z', 2, { from: '00:00', to: '00:00' });
  assert.deepEqual(planned, { at: '2026-11-24T10:00:00Z', until: '2026-11-24T11:00:00Z' });
});

test('LETTER-04 quiet hours that begin in a skipped hour begin when the clock jumps', () => {
  // In Berlin 02:30 does not exist on this night; 03:00 follows 01:59.
  const quiet = { from: '02:30', to: '08:00' };
  assert.equal(plan('2026-03-29T12:00:00Z', 6, quiet, 'Europe/Berlin')?.at, '2026-03-29T06:00:00Z');
  assert.equal(plan('2026-03-29T08:30:00Z', 6, quiet, 'Europe/Berlin')?.at, '2026-03-29T00:59:00Z');
});

const clockTime = fc.integer({ min: 0, max: 1439 }).map((minutes) => {
  const hours = Math.floor(minutes / 60);
  return `${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});

/** Instants around the clock changes of a zone until 2037, and any others. */
function momentNear(zone: string): fc.Arbitrary<Temporal.Instant> {
  const changes: number[] = [];
  let from = at('2020-01-01T00:00:00Z').toZonedDateTimeISO(zone);
  for (;;) {
    const next = from.getTimeZoneTransition('next');
    if (!next || next.year > 2037) break;
    changes.push(next.epochMilliseconds);
    from = next;
  }
  const any = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2037, 11) });
  const near = changes.length > 0 ? fc.constantFrom(...changes) : any;
  return fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: near }, { weight: 1, arbitrary: any }),
      fc.integer({ min: -100, max: 100 }),
      fc.nat(59),
    )
    .map(([base, hours, minutes]) =>
      Temporal.Instant.fromEpochMilliseconds(Math.floor(base / MINUTE) * MINUTE + (hours * 60 + minutes) * MINUTE),
    );
}

test('LETTER-04 in 40 zones across clock changes no reminder is quiet, late, or earlier than it must be', () => {
  assert.equal(ZONES.length, 40);
  for (const timeZone of ZONES) {
    fc.assert(
      fc.property(
        momentNear(timeZone),
        fc.constantFrom(...REMINDER_HOURS),
        fc.record({ from: clockTime, to: clockTime }),
        (start, hours, quiet) => {
          const rules = { hours, quiet, timeZone };
          const planned = planReminder(start, rules, at('2000-01-01T00:00:00Z'));
          assert.ok(planned);
          const wanted = start.subtract({ hours });
          assert.ok(!isQuiet(planned.at, quiet, timeZone));
          assert.ok(Temporal.Instant.compare(planned.at, wanted) <= 0, 'never later');
          // An oracle that walks back minute by minute finds the same moment.
          let walked = wanted;
          while (isQuietByClock(walked, quiet, timeZone)) walked = walked.subtract({ minutes: 1 });
          assert.equal(planned.at.toString(), walked.toString());
          assert.ok(Temporal.Instant.compare(planned.at, planned.until) < 0);
          assert.ok(Temporal.Instant.compare(planned.until, start.subtract({ hours: 1 })) <= 0);
          assert.ok(planned.at.until(planned.until).total('minutes') <= 60);
          for (
            let late = planned.at;
            Temporal.Instant.compare(late, planned.until) < 0;
            late = late.add({ minutes: 1 })
          ) {
            assert.ok(!isQuietByClock(late, quiet, timeZone), 'no late reminder is quiet');
          }
        },
      ),
      { numRuns: rounds({ short: 5, long: 15 }) },
    );
  }
});

/** Compares the digits that a clock in the zone shows. */
function isQuietByClock(
  moment: Temporal.Instant,
  { from, to }: { from: string; to: string },
  timeZone: string,
): boolean {
  const shown = moment.toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' });
  return from <= to ? from <= shown && shown < to : shown >= from || shown < to;
}
