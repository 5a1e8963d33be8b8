import { followModel } from '#proofs/support/sealed-steps.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

forEachEngine((engine) => {
  const it = sameOnBoth(engine);

  it('SEAL-04 whatever is done in whatever order, a text is what was written or it is said to be locked', async () => {
    // At length in `npm run torture -- sealed-model`; on PostgreSQL a step starts two programs where it starts one here.
    await followModel(engine, { runs: 1, steps: engine === 'sqlite' ? 12 : 8 });
  });
});
