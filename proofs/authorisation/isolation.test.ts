import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTwoWorlds, type TwoWorlds } from '#proofs/authorisation/two-worlds.ts';
import { forEachEngine } from '#proofs/support/engines.ts';
import { rounds } from '#proofs/support/long-form.ts';

forEachEngine((engine) => {
  let worlds: TwoWorlds;
  before(async () => {
    worlds = await openTwoWorlds(engine);
  });
  after(() => worlds.dispose());

  test('API-03 nothing that another practice keeps or does changes a byte of a response or an event', async () => {
    // At length on both in `npm run torture`.
    const statuses = await worlds.compare(rounds({ short: 10, long: engine === 'sqlite' ? 25 : 12 }), 30);
    for (const status of [200, 400, 404]) {
      assert.ok((statuses.get(status) ?? 0) > 2, [...statuses].join(' '));
    }
    assert.equal(statuses.get(500), undefined);
  });
});
