import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LETTERS_A_DAY, paceOfAge } from '#domain/letters/pace.ts';

test('LETTER-04 an account sends more letters a day as it grows older, and on its first day enough for thirty clients', () => {
  const registered = Temporal.Instant.from('2026-11-21T09:00:00Z');
  const pace = (hours: number) => LETTERS_A_DAY[paceOfAge(registered, registered.add({ hours }))];
  const paces = Array.from({ length: 40 }, (_, days) => pace(24 * days));
  assert.deepEqual(
    paces,
    paces.toSorted((one, other) => one - other),
  );
  assert.ok(pace(0) >= 3 * 30 && pace(0) < pace(14 * 24));
  assert.equal(pace(-1), pace(0));
  assert.equal(pace(14 * 24), 300);
});
