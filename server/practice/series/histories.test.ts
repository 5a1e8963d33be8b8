import assert from 'node:assert/strict';
import { seeded } from '#demo/seeded.ts';
import { runHistory } from '#proofs/support/series/histories.ts';
import { onServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';
import { rounds } from '#proofs/support/long-form.ts';

onServer((server, engine) => {
  const it = sameOnBoth(engine);

  it('SERIES-05 whatever is edited, moved on and ended: the occurrences of a model, and no text is lost', async () => {
    // The engines differ only in statements, which few histories run through.
    const histories = engine === 'sqlite' ? rounds({ short: 4, long: 8 }) : 3;
    for (let seed = 1; seed <= histories; seed += 1) {
      const faults = await runHistory(server, seeded(seed), 15);
      assert.deepEqual(faults, [], `seed ${seed}`);
    }
  });
});
