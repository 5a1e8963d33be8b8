import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killSave, saveTime } from '#proofs/faults/killed-save.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { startNodes } from '#proofs/torture/nodes.ts';

onEngine('sqlite', 'the file is written by the process that is killed', () => {
  test('SERIES-02 a series whose save is cut off by kill -9 is whole or none, and is made once when sent again', async () => {
    await using nodes = await startNodes('sqlite');
    const within = Math.ceil(await saveTime(nodes));
    assert.deepEqual((await killSave(nodes, within)).faults, []);
  });
});
