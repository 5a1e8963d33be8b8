import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killUnderLoad } from '#proofs/faults/kills.ts';
import { createWrittenPractice } from '#proofs/faults/written-practice.ts';
import { openBesideServer } from '#proofs/support/beside-server.ts';
import { onEngine } from '#proofs/support/engines.ts';
import { rounds } from '#proofs/support/long-form.ts';

async function hasHeldTime(dataDir: string): Promise<boolean> {
  const db = await openBesideServer(dataDir);
  const held = await db.read.selectFrom('held_time').select('source_id').executeTakeFirst();
  await db.close();
  return held !== undefined;
}

onEngine('sqlite', 'the file is written by the process that is killed', () => {
  test('what was answered survives kill -9, nothing is half-done and the next start needs no help', async () => {
    await using practice = await createWrittenPractice(8);
    const kills = await killUnderLoad(practice, rounds({ short: 1, long: 2 }), 60);
    for (const { faults } of kills) assert.deepEqual(faults, []);
    // Writes are of random kinds: goes on until there is a session.
    for (let more = 0; more < 20 && !(await hasHeldTime(practice.dataDir)); more += 1) {
      for (const { faults } of await killUnderLoad(practice, 1, 30)) assert.deepEqual(faults, []);
    }
    assert.ok(practice.ledger.acknowledged > 50, `${practice.ledger.acknowledged} writes`);

    // The comparison finds both kinds of fault: one write undone, one journal entry too many.
    const db = await openBesideServer(practice.dataDir);
    const note = await db.read.selectFrom('blog_posts').select('id').executeTakeFirstOrThrow();
    await db.write(({ trx }) => trx.deleteFrom('blog_posts').where('id', '=', note.id).execute());
    assert.deepEqual(await practice.faults(), [`blog_posts ${note.id}: an answered write is not stored`]);
    const session = await db.read.selectFrom('held_time').select('source_id').executeTakeFirstOrThrow();
    await db.write(({ trx }) => trx.deleteFrom('held_time').where('source_id', '=', session.source_id).execute());
    assert.equal((await practice.faults()).length, 2);
    await db.close();
  });
});
