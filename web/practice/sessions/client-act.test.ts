import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { clientAct } from '#web/practice/sessions/client-act.ts';
import { knownStart } from '#web/practice/sessions/known-start.ts';

const NOW = '2026-11-22 11:05:00.000Z';
const LATER = '2026-11-22 11:10:00.000Z';
const EARLIER = '2026-11-22 11:00:00.000Z';

test('VISIT-03 a client’s change is noticed once, and nothing that the practitioner changes is taken for one', () => {
  const act = (outcome: string, moves: number, outcome_at = NOW) =>
    clientAct({ outcome, moves, outcome_at, updated: NOW });
  assert.deepEqual([act('client', 0), act('late', 1), act('', 1)], ['client', 'late', 'moved']);
  assert.deepEqual([act('no_show', 0), act('practitioner', 2), act('', 0, '')], [null, null, null]);
  assert.deepEqual([act('client', 0, EARLIER), act('', 1, EARLIER)], [null, null]);
});

const listOf = (date: string) => ({ items: [{ id: 'a', date }] });

test('VISIT-03 the old time of a moved session is the one that a screen of this tab has shown', () => {
  const queries = new QueryClient();
  assert.equal(knownStart(queries, 'a', NOW), null);
  queries.setQueryData(['sessions', 'range'], [{ id: 'b', date: EARLIER }]);
  queries.setQueryData(['sessions', 'list', 1], listOf(EARLIER));
  queries.setQueryData(['clients', 'a'], { id: 'a', date: LATER });
  assert.equal(knownStart(queries, 'a', NOW), EARLIER);
});

test('VISIT-03 of several lists the newest has the old time, and one that is outdated has none', async (t) => {
  const queries = new QueryClient();
  queries.setQueryData(['sessions', 'list'], listOf(EARLIER), { updatedAt: 1 });
  queries.setQueryData(['sessions', 'range'], [{ id: 'a', date: LATER }], { updatedAt: 2 });
  assert.equal(knownStart(queries, 'a', NOW), LATER);
  await queries.invalidateQueries({ queryKey: ['sessions', 'range'] });
  assert.equal(knownStart(queries, 'a', NOW), EARLIER);
  await queries.invalidateQueries({ queryKey: ['sessions', 'list'] });
  assert.equal(knownStart(queries, 'a', NOW), null);
  const onScreen = new QueryObserver(queries, { queryKey: ['sessions', 'list'], queryFn: () => new Promise(() => {}) });
  t.after(onScreen.subscribe(() => undefined));
  assert.equal(knownStart(queries, 'a', NOW), EARLIER, 'what is on the screen counts while it is read again');
});
