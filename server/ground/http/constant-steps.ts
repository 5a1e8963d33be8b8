import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** Longer than the work behind these responses takes. */
const STEP_MS = 100;

/**
 * Settles, with a result or an error, a whole number of steps after its start, so that its duration reveals nothing.
 */
export async function inConstantSteps<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const end = began + Math.ceil((performance.now() - began) / STEP_MS) * STEP_MS;
    // Timers have whole milliseconds only, and the remainder would still reveal the result.
    await sleep(Math.max(0, end - performance.now() - 1));
    while (performance.now() < end) await turn();
  }
}
