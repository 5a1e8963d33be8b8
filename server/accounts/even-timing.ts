import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than anything done for these answers takes. */
const STEP_MS = 100;

/** Ends, well or badly, a whole number of steps after it began: how long it took tells nobody what was found. */
export async function evenly<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    await sleep(STEP_MS - ((performance.now() - began) % STEP_MS));
  }
}
