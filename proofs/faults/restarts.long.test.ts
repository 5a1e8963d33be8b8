import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restartUnderLoad } from '#proofs/faults/restarts.ts';
import { createWrittenPractice } from '#proofs/faults/written-practice.ts';
import { onEngine } from '#proofs/support/engines.ts';

onEngine('sqlite', 'one process alone; of several the others serve', () => {
  test('a restart under load loses nothing, halves nothing, and a create that is sent again makes one record', async () => {
    await using practice = await createWrittenPractice(8);
    for (const { faults, stopMs, requests } of await restartUnderLoad(practice, 1, 150)) {
      assert.deepEqual(faults, []);
      assert.ok(stopMs < 10_000, `${stopMs} ms`);
      assert.ok(requests > 10, `${requests} requests`);
    }
  });
});
