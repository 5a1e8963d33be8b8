import { setImmediate as turn } from 'node:timers/promises';
import { cpuMs } from '#server/ground/process/cpu-time.ts';

const ROUNDS = 3;

/**
 * Returns the most CPU time in milliseconds that this thread worked without a turn of the event loop, the least of
 * three runs: CPU time does not grow with what else runs on the machine, and one run may meet a garbage collection.
 */
export async function longestBlock(run: () => Promise<unknown>, rounds: number = ROUNDS): Promise<number> {
  const blocks: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const state = { isRunning: true };
    let [longest, last] = [0, cpuMs()];
    const watch = (async () => {
      while (state.isRunning) {
        await turn();
        longest = Math.max(longest, cpuMs() - last);
        last = cpuMs();
      }
    })();
    await run();
    state.isRunning = false;
    await watch;
    blocks.push(longest);
  }
  return Math.min(...blocks);
}
