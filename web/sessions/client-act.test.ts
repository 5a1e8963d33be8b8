import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { clientAct } from '#web/sessions/client-act.ts';
import { knownStart } from '#web/sessions/known-start.ts';

const NOW = '2026-11-22 11:05:00.000Z';
const EARLIER = '2026-11-22 11:00:00.000Z';

test('VISIT-03 a client’s change is noticed once, and nothing that the practitioner changes is taken for one', () => {
  const act = (outcome: string, moves: number, outcome_at = NOW) =>
    clientAct({ outcome, moves, outcome_at, updated: NOW });
  assert.deepEqual([act('client', 0), act('late', 1), act('', 1)], ['client', 'late', 'moved']);
  assert.deepEqual([act('no_show', 0), act('practitioner', 2), act('', 0, '')], [null, null, null]);
  assert.deepEqual([act('client', 0, EARLIER), act('', 1, EARLIER)], [null, null]);
});

test('VISIT-03 the old time of a moved session is the one that a screen of this tab has shown', () => {
  const queries = new QueryClient();
  assert.equal(knownStart(queries, 'a'), null);
  queries.setQueryData(['sessions', 'range'], [{ id: 'b', date: NOW }]);
  queries.setQueryData(['sessions', 'list', 1], { pages: [{ items: [{ id: 'a', date: EARLIER }] }], start: null });
  queries.setQueryData(['clients', 'a'], { id: 'a', date: NOW });
  assert.equal(knownStart(queries, 'a'), EARLIER);
});

test('VISIT-03 of several lists the newest has the old time, and one that is outdated has none', () => {
  const queries = new QueryClient();
  const moved = { id: 'a', date: NOW };
  queries.setQueryData(['sessions', 'list'], [{ id: 'a', date: EARLIER }], { updatedAt: 1 });
  queries.setQueryData(['sessions', 'range'], [moved], { updatedAt: 2 });
  assert.equal(knownStart(queries, 'a'), NOW);
  void queries.invalidateQueries({ queryKey: ['sessions', 'range'] });
  assert.equal(knownStart(queries, 'a'), EARLIER);
  void queries.invalidateQueries({ queryKey: ['sessions', 'list'] });
  assert.equal(knownStart(queries, 'a'), null);
});
