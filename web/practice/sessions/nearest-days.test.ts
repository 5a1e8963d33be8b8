import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { printInstant } from '#domain/time/instant.ts';
import { daysOf, shownBefore } from '#web/practice/sessions/nearest-days.ts';
import { rounds } from '#proofs/support/long-form.ts';

const MOSCOW = 'Europe/Moscow';
const today = Temporal.PlainDate.from('2026-11-29');

/** A session at an hour of a day after today, on the clock of the zone. */
const at = (days: number, hour: number, zone = MOSCOW) => {
  const start = today.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: { hour } });
  return { id: `${days} ${hour}`, date: printInstant(start.toInstant()) };
};

test('SESSION-16 sessions stand by the day of the practice, each once', () => {
  const sessions = [at(0, 23), at(1, 0), at(1, 9), at(1, 9), at(20, 10)];
  const days = daysOf(sessions, MOSCOW).map(({ date, sessions: of }) => [date.toString(), ...of.map(({ id }) => id)]);
  assert.deepEqual(days, [
    ['2026-11-29', '0 23'],
    ['2026-11-30', '1 0', '1 9'],
    ['2026-12-19', '20 10'],
  ]);
});

test('SESSION-16 two weeks are shown from today, or from the first session behind a longer pause', () => {
  const before = (days: number[], asked: number | null = null) => {
    const list = daysOf(
      days.map((day) => at(day, 10)),
      MOSCOW,
    );
    return shownBefore(list, today, asked === null ? null : today.add({ days: asked }));
  };
  assert.equal(before([1, 5, 40]).toString(), '2026-12-13');
  assert.equal(before([30, 31]).toString(), today.add({ days: 44 }).toString());
  assert.equal(before([1, 5, 40], 40).toString(), today.add({ days: 54 }).toString());
  // The day from which more was requested has passed.
  assert.equal(before([1, 5], -10).toString(), '2026-12-13');
});

test('SESSION-16 each press shows at least the next day, until every session was shown', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(800), { minLength: 1, maxLength: 40 }), (starts) => {
      const days = daysOf(
        starts.toSorted((a, b) => a - b).map((day, index) => ({ ...at(day, 10), id: String(index) })),
        MOSCOW,
      );
      let asked: Temporal.PlainDate | null = null;
      let count = 0;
      for (;;) {
        const before = shownBefore(days, today, asked);
        const shown = days.filter(({ date }) => Temporal.PlainDate.compare(date, before) < 0);
        assert.ok(shown.length > count);
        count = shown.length;
        const next = days[count];
        if (!next) break;
        asked = next.date;
      }
      assert.equal(
        days.reduce((sum, { sessions }) => sum + sessions.length, 0),
        starts.length,
      );
    }),
    { numRuns: rounds({ short: 100, long: 5000 }) },
  );
});
