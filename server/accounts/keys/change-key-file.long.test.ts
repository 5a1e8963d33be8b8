import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEngine } from '#proofs/support/engines.ts';
import { createSealedData, FULL_DISK, interruptChange } from '#proofs/support/key-file.ts';

onEngine('sqlite', 'the disk of a PostgreSQL is its own', () => {
  test('SEAL-02 a full disk is one sentence at each step, and nothing is lost', async () => {
    await using data = await createSealedData('sqlite');
    for (let step = 1; ; step += 1) {
      const { code, output, faults } = await interruptChange(data, step, 'full');
      assert.deepEqual(faults, [], output);
      if (code === 0) break;
      assert.match(output, FULL_DISK);
    }
  });
});
