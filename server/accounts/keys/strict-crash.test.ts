import { test } from 'node:test';
import { createTestData } from '#proofs/support/engines.ts';
import { killAroundSwitches } from '#proofs/support/strict-crash.ts';

/** Milliseconds after the call: after its transaction. More are tried in the long form. */
const DELAYS = [90];

test('SEAL-04 kill -9 around a switch loses no text: the password opens, whichever mode it left', async () => {
  await using data = await createTestData('sqlite');
  await killAroundSwitches(data, DELAYS);
});
