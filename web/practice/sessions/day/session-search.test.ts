import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { printInstant } from '#domain/time/instant.ts';
import { showInstant } from '#web/ground/format/dates.ts';
import { readSessionSearch } from '#web/practice/sessions/day/session-search.ts';

const today = Temporal.PlainDate.from('2026-11-18');
const moscow = 'Europe/Moscow';

/** Whether a stored instant matches the text. */
const finds = (typed: string, stored: string, timeZone = moscow) => {
  const search = readSessionSearch(typed, timeZone, today);
  if (search.by !== 'time') return false;
  return search.spans.some(
    ({ from, to, clock }) => from <= stored && stored < to && (!clock || stored.slice(11, 16) === clock),
  );
};

test('SESSION-01 a date finds the day of the practitioner, not of UTC', () => {
  assert.ok(finds('18.11.2026', '2026-11-17 21:00:00.000Z'));
  assert.ok(finds('18.11.2026', '2026-11-18 20:59:00.000Z'));
  assert.ok(!finds('18.11.2026', '2026-11-18 21:00:00.000Z'));
});

test('SESSION-01 parts of a date and of its time find what shows them', () => {
  const stored = '2026-11-18 12:00:00.000Z';
  for (const typed of [
    '18.11.2026 15:00',
    '18.11.2026 15',
    '18.11',
    '18.11.',
    '18.11.20',
    '11.2026',
    '2026',
    '15:00',
  ]) {
    assert.ok(finds(typed, stored), typed);
  }
  for (const typed of ['18.11.2026 15:30', '18.11.2026 14', '17.11', '18.11.19', '10.2026', '2025', '12:00']) {
    assert.ok(!finds(typed, stored), typed);
  }
});

test('SESSION-01 a time that is being typed finds what its letters begin', () => {
  for (const [typed, from, to] of [
    ['18.11.2026 1', '10:00', '19:59'],
    ['18.11.2026 2', '20:00', '23:59'],
    ['18.11.2026 7', '07:00', '07:59'],
    ['18.11.2026 15:3', '15:30', '15:39'],
  ] as const) {
    for (const shown of [from, to]) {
      assert.ok(finds(typed, printInstant(Temporal.Instant.from(`2026-11-18T${shown}+03:00`))), `${typed}: ${shown}`);
    }
  }
  const found = (typed: string, shown: string) =>
    finds(typed, printInstant(Temporal.Instant.from(`2026-11-18T${shown}+03:00`)));
  assert.ok(found('18.11.2026 1', '01:30'));
  assert.ok(found('18.11.2026 0', '09:59'));
  assert.ok(!found('18.11.2026 1', '20:00'));
  assert.ok(!found('18.11.2026 15:3', '15:40'));
  assert.ok(!found('18.11.2026 15:75', '16:15'));
});

test('SESSION-01 a time is found on both sides of a clock change', () => {
  assert.ok(finds('15:00', '2026-07-01 13:00:00.000Z', 'Europe/Berlin'));
  assert.ok(finds('15:00', '2026-12-01 14:00:00.000Z', 'Europe/Berlin'));
  assert.ok(!finds('15:00', '2026-12-01 13:00:00.000Z', 'Europe/Berlin'));
});

test('SESSION-01 every session is found by the text that its card shows', () => {
  const zones = fc.constantFrom('Europe/Moscow', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns');
  const minutes = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2028, 0, 1) / 60_000 });
  fc.assert(
    fc.property(zones, minutes, (timeZone, minute) => {
      const stored = printInstant(Temporal.Instant.fromEpochMilliseconds(minute * 60_000));
      const shown = showInstant(stored, timeZone);
      assert.ok(finds(shown.slice(0, 10), stored, timeZone), shown);
      assert.ok(finds(shown.slice(11), stored, timeZone), shown);
      // An hour that occurs twice when clocks go back is found at its first occurrence.
      const twice = Temporal.PlainDateTime.from(shown.replace(/(\d+)\.(\d+)\.(\d+) /, '$3-$2-$1T'));
      const first = printInstant(twice.toZonedDateTime(timeZone).toInstant());
      assert.ok(finds(shown, first, timeZone), shown);
    }),
  );
});

test('SESSION-01 what is no date is looked for in clients, nothing in nothing', () => {
  assert.deepEqual(readSessionSearch('Анна', moscow, today), { by: 'client', terms: [['анна']] });
  assert.equal(readSessionSearch('31.02.2026', moscow, today).by, 'client');
  assert.deepEqual(readSessionSearch('  ', moscow, today), { by: 'nothing' });
});
