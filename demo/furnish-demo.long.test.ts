import { test } from 'node:test';
import { expectWholeDemo } from '#proofs/support/demo-of-day.ts';
import { onServer } from '#proofs/support/test-server.ts';

onServer((server) => {
  test('most clients of the demo at the end of a year come every week or two: one pauses, one has ten sessions, one is done', () =>
    expectWholeDemo(server, '2026-12-28'));
});
