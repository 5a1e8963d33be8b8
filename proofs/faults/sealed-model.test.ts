import { test } from 'node:test';
import { followModel } from '#proofs/support/sealed-steps.ts';
import { forEachEngine } from '#proofs/support/engines.ts';

forEachEngine((engine) => {
  test('SEAL-04 whatever is done in whatever order, a text is what was written or it is said to be locked', async () => {
    await followModel(engine, { runs: 1, steps: 20 });
  });
});
