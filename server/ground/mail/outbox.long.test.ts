import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOffice, waitForAttempt } from '#proofs/support/mail/office.ts';
import { forEachEngine } from '#proofs/support/engines.ts';

forEachEngine((engine) => {
  test('a letter that the server keeps refusing is tried thirty times one after the other, and then given up', async () => {
    await using office = await openOffice(engine, 'busy');
    await office.queue('one');
    const outbox = office.start();
    for (let attempts = 1; attempts < 30; attempts += 1) {
      assert.equal((await waitForAttempt(office.db, attempts)).state, 'due');
      office.clock.now = office.clock.now.add({ hours: 3 });
      outbox.wake();
    }
    assert.equal((await waitForAttempt(office.db, 30)).state, 'failed');
    await outbox.stop();
  });
});
