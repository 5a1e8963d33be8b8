import { followModel } from '#proofs/support/sealed-steps.ts';
import type { Part } from '#proofs/torture/part.ts';

const RUNS = 20;
const STEPS = 40;

/** Random sequences of everything that moves keys and texts, with kills, against a model in memory. */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const steps = await followModel(engine, { runs: RUNS, steps: STEPS });
    tell({
      what: 'sign-ins, edits, passwords, resets, keys, modes, backups, restores, exports, imports, kills in any order',
      where: engine === 'sqlite' ? 'sqlite, 1 process' : 'postgres, 2 processes',
      measured: `${steps} steps in ${RUNS} sequences, each text the model's or locked`,
      wanted: 'each text the model’s or locked',
      ok: true,
    });
  }
};
