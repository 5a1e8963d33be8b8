import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WrittenPractice } from '#proofs/faults/written-practice.ts';
import { endProgram } from '#proofs/support/program.ts';
import { startLoad } from '#proofs/support/write-load.ts';

/** How long a server writes before it is killed, milliseconds. */
const LIFE = { min: 20, max: 400 };

export interface Kill {
  /** From the restart after the kill. */
  firstAnswerMs: number;
  faults: string[];
}

/**
 * Kills a server without warning during writes, restarts it and checks the stored data, `kills` times. Of each life at
 * least `writes` are acknowledged.
 */
export async function killUnderLoad(practice: WrittenPractice, kills: number, writes = 0): Promise<Kill[]> {
  const results: Kill[] = [];
  let server = await practice.start();
  for (let count = 0; count < kills; count += 1) {
    const load = startLoad({ url: server.url, writers: practice.writers, ledger: practice.ledger });
    const enough = practice.ledger.acknowledged + writes;
    for (let patience = 2000; patience > 0 && practice.ledger.acknowledged < enough; patience -= 1) await sleep(10);
    await sleep(randomInt(LIFE.min, LIFE.max + 1));
    await endProgram(server.child, 'SIGKILL');
    await load.stop();
    const strange = [...load.statuses.keys()].filter((status) => status >= 300 && status !== 429);
    server = await practice.start();
    const { firstAnswerMs } = server;
    const faults = [...(await practice.faults()), ...strange.map((status) => `a write was answered with ${status}`)];
    results.push({ firstAnswerMs, faults });
  }
  await endProgram(server.child, 'SIGTERM');
  return results;
}
