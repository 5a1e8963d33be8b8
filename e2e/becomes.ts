import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const LONGEST_MS = 15_000;
const PAUSE_MS = 25;

/** Waits until the page shows the expected value; throws with the difference where it does not. */
export async function becomes<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  const began = performance.now();
  let actual = await read();
  while (!isDeepStrictEqual(actual, expected) && performance.now() - began < LONGEST_MS) {
    await sleep(PAUSE_MS);
    actual = await read();
  }
  assert.deepEqual(actual, expected);
}
