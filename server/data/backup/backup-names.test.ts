import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { backupInstant, backupName, surplusBackups } from '#server/data/backup/backup-names.ts';
import { rounds } from '#proofs/support/long-form.ts';

const KEEP = { newest: 14, weeks: 8, months: 12 };
const BEGIN = Temporal.Instant.from('2024-01-01T00:00:00Z');
const instants = fc.integer({ min: 0, max: 3 * 365 * 24 * 3600 }).map((seconds) => BEGIN.add({ seconds }));

test('names sort as the instants in them do, and say them again', () => {
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      assert.equal(backupInstant(backupName(one))?.epochMilliseconds, one.epochMilliseconds);
      const order = Temporal.Instant.compare(one, other);
      const [a, b] = [backupName(one), backupName(other)];
      assert.equal(a < b ? -1 : Number(a > b), order);
    }),
  );
  for (const foreign of [
    'kabinet-2026-02-30T090000Z.backup',
    'kabinet-2026-02-03T240000Z.backup',
    'kabinet-2026-02-03T235960Z.backup',
    'kabinet-by-hand.backup',
    'kabinet-2026-02-03T090000Z.backup.part',
    'a-kabinet-2026-02-03T090000Z.backup',
  ]) {
    assert.equal(backupInstant(foreign), null, foreign);
  }
});

/** What stands in the folder after a backup at each of these instants, with the surplus deleted after each. */
function keptAfter(made: readonly Temporal.Instant[]): string[] {
  let names: string[] = [];
  for (const at of made) {
    names = [...names, backupName(at)];
    const surplus = surplusBackups(names, KEEP);
    names = names.filter((name) => !surplus.includes(name));
  }
  return names;
}

test('with a backup a day there are 14 days, 8 weeks and 12 months of them, whatever the hour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 400, max: 700 }), fc.integer({ min: 0, max: 23 }), (days, hours) => {
      const made = Array.from({ length: days }, (_, day) => BEGIN.add({ hours: 24 * day + hours }));
      const kept = keptAfter(made);
      assert.deepEqual(kept.slice(-14), made.slice(-14).map(backupName));
      const dates = kept.map((name) => Temporal.PlainDate.from(name.slice(8, 18)));
      const newest: Temporal.PlainDate = dates.at(-1) ?? assert.fail('none');
      assert.ok(dates.length <= 14 + 8 + 12);
      for (let week = 1; week < 8; week += 1) {
        const monday: Temporal.PlainDate = newest.subtract({ days: newest.dayOfWeek - 1, weeks: week });
        assert.ok(
          dates.some((date) => date.equals(monday)),
          `no backup of ${monday.toString()}`,
        );
      }
      for (let month = 1; month < 12; month += 1) {
        const first: Temporal.PlainDate = newest.with({ day: 1 }).subtract({ months: month });
        assert.ok(
          dates.some((date) => date.equals(first)),
          `no backup of ${first.toString()}`,
        );
      }
    }),
    { numRuns: rounds({ short: 1, long: 3 }) },
  );
});

test('without weeks and months the newest are kept, and no other', () => {
  const names = Array.from({ length: 5 }, (_, day) => backupName(BEGIN.add({ hours: 24 * day })));
  assert.deepEqual(surplusBackups(names, { newest: 3, weeks: 0, months: 0 }), names.slice(0, 2));
});

test('deleting in between changes nothing of what is kept, and the newest always is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(instants, { minLength: 1, maxLength: 60, selector: String }), (made) => {
      const sorted = made.toSorted((a, b) => Temporal.Instant.compare(a, b));
      const names = sorted.map(backupName);
      const surplus = surplusBackups(names, KEEP);
      assert.deepEqual(
        keptAfter(sorted),
        names.filter((name) => !surplus.includes(name)),
      );
      assert.ok(!surplus.includes(names.at(-1) ?? ''));
    }),
    { numRuns: 50 },
  );
});
