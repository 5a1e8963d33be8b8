import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceSeries } from '#proofs/support/series/visitors-race.ts';
import { onServerWith, UNLIMITED } from '#proofs/support/test-server.ts';
import { rounds } from '#proofs/support/long-form.ts';

onServerWith({ replace: { limits: UNLIMITED } }, (server) => {
  test('SERIES-02 visitors against a series that is being saved: no time is given twice', async () => {
    const site = { callers: server, db: server.context.db, now: () => server.clock.now };
    for (let round = 0; round < rounds({ short: 3, long: 5 }); round += 1) {
      const { faults } = await raceSeries(site, { visitors: 12, before: round * 2 });
      assert.deepEqual(faults, []);
    }
  });
});
