import { test } from 'node:test';
import { createTestData, onEngine } from '#proofs/support/engines.ts';
import { killAroundSwitches } from '#proofs/support/strict-crash.ts';

/** Milliseconds after the call: before, inside and after its transaction, and while the texts are sealed again. */
const DELAYS = [0, 60, 90, 130, 200, 400];

onEngine('sqlite', 'kill -9 of the only process; each step is one transaction on both engines', () => {
  test('SEAL-04 kill -9 around each switch loses no text: the password opens, whichever mode it left', async () => {
    await using data = await createTestData('sqlite');
    await killAroundSwitches(data, DELAYS);
  });
});
