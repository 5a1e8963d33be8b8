import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { clockAhead, compareClocks, readClock, readToday, timeOf } from '#web/ground/browser/clock.ts';
import { clockWords } from '#web/ground/format/clock-words.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SERVER = Date.parse('2026-11-29T10:00:00Z');

/** A response with the server's time, on a device whose clock is `ahead`; each way takes half the round trip. */
function hear(ahead: number, roundTrip = 200): number {
  compareClocks(SERVER, SERVER + ahead - roundTrip / 2, SERVER + ahead + roundTrip / 2);
  return clockAhead.get();
}

test('CAL-03 a clock that is wrong by more than five minutes is known, and known to be right again', () => {
  assert.equal(hear(4 * MINUTE), 0);
  assert.equal(hear(8 * DAY), 8 * DAY);
  assert.equal(hear(8 * DAY + 900), 8 * DAY, 'it does not follow every response');
  assert.equal(hear(-2 * 60 * MINUTE), -2 * 60 * MINUTE);
  assert.equal(hear(300), 0);
});

test('CAL-03 what may be due to the line says nothing of the clock', () => {
  assert.equal(hear(0), 0);
  // The device slept for an hour before it read the response, or its clock was set in between.
  compareClocks(SERVER, SERVER, SERVER + 60 * MINUTE);
  assert.equal(clockAhead.get(), 0);
  compareClocks(SERVER, SERVER + DAY, SERVER);
  assert.equal(clockAhead.get(), 0);
  compareClocks(timeOf(new Response(null)), Date.now());
  assert.equal(clockAhead.get(), 0);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: DAY }), fc.integer({ min: 0, max: DAY }), (out, back) => {
      compareClocks(SERVER, SERVER - out, SERVER + back);
      assert.equal(clockAhead.get(), 0, 'a clock that is right');
    }),
  );
});

test('CAL-03 now and today go by the server', () => {
  const response = new Response(null, { headers: { date: new Date(Date.now() - 8 * DAY).toUTCString() } });
  compareClocks(timeOf(response), Date.now());
  const passed = Temporal.Now.instant().epochMilliseconds - readClock().epochMilliseconds;
  assert.ok(Math.abs(passed - 8 * DAY) < 5000);
  assert.ok(readToday('UTC').equals(readClock().toZonedDateTimeISO('UTC').toPlainDate()));
  assert.equal(hear(0), 0);
});

test('CAL-03 how wrong it is, in words', () => {
  const words = (ahead: number) => clockWords(ahead).replaceAll('\u00A0', ' ');
  assert.equal(words(8 * DAY), 'Проверьте часы устройства: они спешат на 8 дней');
  assert.equal(words(-60 * MINUTE), 'Проверьте часы устройства: они отстают на 1 час');
  assert.equal(words(21 * MINUTE), 'Проверьте часы устройства: они спешат на 21 минуту');
  assert.equal(words(-56.9 * 365 * DAY), 'Проверьте часы устройства: они отстают на 57 лет');
});

const ROOT = join(import.meta.dirname, '../../..');

/** These modules compare times that the device itself recorded, or only mention such a call. */
const OWN_CLOCK = [
  'web/ground/browser/clock.ts',
  'web/ground/browser/clock-zone.ts',
  'web/practice/record-form/attempts.ts',
  'web/ground/api/session.ts',
  'web/ground/api/drafts.ts',
  'web/practice/record-form/draft-store.ts',
  'web/public/booking-page/use-booking.ts',
];

test('CAL-03 screens read no other clock', () => {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  assert.ok(files.length > 400);
  const reading = files.filter((file) => /Temporal\.Now\.|new Date\(\)/.test(readFileSync(join(ROOT, file), 'utf8')));
  assert.deepEqual(reading.toSorted(), OWN_CLOCK.toSorted());
});
