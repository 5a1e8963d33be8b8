import { setImmediate as turn } from 'node:timers/promises';
import { cpuMs } from '#server/ground/process/cpu-time.ts';

const ROUNDS = 3;

/**
 * Returns the most CPU time in milliseconds that this thread worked without a turn of the event loop: CPU time does not
 * grow with what else runs on the machine. Up to three runs until one takes at most `enough`, for one may meet a garbage
 * collection; the least of them.
 */
export async function longestBlock(run: () => Promise<unknown>, enough = 0): Promise<number> {
  const blocks: number[] = [];
  for (let round = 0; round < ROUNDS && !blocks.some((block) => block <= enough); round += 1) {
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
