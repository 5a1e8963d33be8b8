import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '#proofs/support/engines.ts';
import { runRounds } from '#proofs/support/letters/histories/run-rounds.ts';
import { rounds } from '#proofs/support/long-form.ts';

forEachEngine((engine) => {
  test('LETTER-04 after any history of presses what clients were told last is what holds, and no letter says what they know', async () => {
    assert.deepEqual(await runRounds(engine, rounds({ short: 8, long: 200 })), []);
  });
});
