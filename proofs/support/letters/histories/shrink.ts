import type { Engine } from '#server/ground/db/database.ts';
import { runHistories, type Step, type WrongHistory } from '#proofs/support/letters/histories/run-histories.ts';

/**
 * Returns a wrong history with every step gone that is not needed for it to be wrong: of the histories that lack one more
 * step, run side by side, the first wrong one is taken, until none is.
 */
export async function shrunk(
  engine: Engine,
  seed: number,
  steps: readonly Step[],
): Promise<{ steps: readonly Step[]; wrong: WrongHistory | null }> {
  let best: { steps: readonly Step[]; wrong: WrongHistory | null } = { steps, wrong: null };
  for (;;) {
    const present = best.steps.flatMap((step, at) => (step ? [at] : []));
    const shorter = [best.steps, ...present.map((gone) => best.steps.map((step, at) => (at === gone ? null : step)))];
    const wrong = await runHistories(engine, seed, shorter);
    const [next] = wrong.filter(({ number }) => number > 0);
    if (!next) return { steps: best.steps, wrong: wrong[0] ?? best.wrong };
    best = { steps: shorter[next.number] ?? best.steps, wrong: next };
  }
}
