import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addGuess, countedGuesses, type Guesses } from '#domain/second-factor/second-factor.ts';

const NOON = Temporal.Instant.from('2026-11-21T09:00:00Z');
const NONE: Guesses = { guesses: 0, guesses_since: null };

test('SAFE-02 wrong codes count for a day from the first of them', () => {
  const first = addGuess(NONE, NOON);
  assert.deepEqual(first, { guesses: 1, guesses_since: '2026-11-21 09:00:00.000Z' });
  const second = addGuess(first, NOON.add({ hours: 23 }));
  assert.deepEqual(second, { guesses: 2, guesses_since: first.guesses_since });
  assert.equal(countedGuesses(NONE, NOON), 0);
  assert.equal(countedGuesses(second, NOON.add({ hours: 24 }).subtract({ milliseconds: 1 })), 2);
  assert.equal(countedGuesses(second, NOON.add({ hours: 24 })), 0);
  const next = addGuess(second, NOON.add({ hours: 25 }));
  assert.deepEqual(next, { guesses: 1, guesses_since: '2026-11-22 10:00:00.000Z' });
});

test('a clock that goes back gives no guesses back', () => {
  assert.equal(
    countedGuesses({ guesses: 20, guesses_since: '2026-11-21 09:00:00.000Z' }, NOON.subtract({ hours: 3 })),
    20,
  );
});
