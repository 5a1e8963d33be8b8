import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { compareBatches, failAtEveryLength } from '#proofs/authorisation/batch-verdicts.ts';
import { extractBlindly } from '#proofs/authorisation/blind-extraction.ts';
import { askAsGuest } from '#proofs/authorisation/guest-requests.ts';
import { attemptLicence } from '#proofs/authorisation/licence-attempts.ts';
import { SEED } from '#proofs/support/seed.ts';
import { onServerWith, UNLIMITED } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

// At length in `npm run torture -- oracles`.
onServerWith({ replace: { limits: UNLIMITED } }, (server, engine) => {
  const it = sameOnBoth(engine);
  // These checks run before the database and do not depend on the engine.
  const some = (count: number) => (engine === 'sqlite' ? count : Math.ceil(count / 3));

  afterEach((context) => {
    if ('passed' in context && !context.passed) context.diagnostic(`Drawn with SEED=${SEED}.`);
  });

  it('API-03 no answer depends on what a neighbour’s clients are called', async () => {
    const { told, statuses, toldNeighbour } = await extractBlindly(engine, some(150));
    assert.deepEqual(told, []);
    assert.ok((statuses.get(200) ?? 0) > some(20) && (statuses.get(400) ?? 0) > some(12), [...statuses].join(' '));
    assert.ok(toldNeighbour > 0);
  });

  test('PUBLIC-03 a guest is shown four fields of the one whose link they know, and nothing of anybody else', async () => {
    const { faults, shown } = await askAsGuest(server, 200);
    assert.deepEqual(faults, []);
    assert.equal(shown.size, 3, [...shown.keys()].join(' '));
  });

  it('PROFILE-03 no update of a profile is a licence', async () => {
    const { faults, answered } = await attemptLicence(server, some(120));
    assert.deepEqual(faults, []);
    assert.ok((answered.get(200) ?? 0) > 0 && (answered.get(400) ?? 0) > some(30), [...answered].join(' '));
  });

  it('API-04 a batch is decided as its requests one by one are, and leaves all of it or nothing', async () => {
    const { passed, refused } = await compareBatches(engine, some(60));
    assert.ok(passed > 0 && refused > some(20), `${passed} ${refused}`);
    assert.equal(await failAtEveryLength(server, engine === 'sqlite' ? 12 : 4), 0);
  });
});
