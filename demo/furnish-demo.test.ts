import { expectWholeDemo } from '#proofs/support/demo-of-day.ts';
import { onServer } from '#proofs/support/test-server.ts';
import { sameOnBoth } from '#proofs/support/same-on-both.ts';

onServer((server, engine) => {
  const it = sameOnBoth(engine);

  it('most clients of the demo come every week or two: one pauses, one has ten sessions, one is done', () =>
    expectWholeDemo(server, '2026-11-21'));
});
