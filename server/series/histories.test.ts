import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '#server/demo/seeded.ts';
import { runHistory } from '#proofs/support/series/histories.ts';
import { onServer } from '#proofs/support/test-server.ts';

onServer((server, engine) => {
  test('SERIES-05 whatever is edited, moved on and ended: the occurrences of a model, and no text is lost', async () => {
    // The engines differ in the statements alone, which few histories pass through.
    const histories = engine === 'sqlite' ? 8 : 3;
    for (let seed = 1; seed <= histories; seed += 1) {
      const faults = await runHistory(server, seeded(seed), 15);
      assert.deepEqual(faults, [], `seed ${seed}`);
    }
  });
});
