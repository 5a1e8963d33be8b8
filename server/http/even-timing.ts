import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** Longer than anything done for these answers takes. */
const STEP_MS = 100;

/** Ends, well or badly, a whole number of steps after it began: how long it took tells nobody what was found. */
export async function evenly<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const end = began + Math.ceil((performance.now() - began) / STEP_MS) * STEP_MS;
    // A timer knows whole milliseconds alone, and the rest of one would still tell.
    await sleep(Math.max(0, end - performance.now() - 1));
    while (performance.now() < end) await turn();
  }
}
