import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { feedOf, type FeedRequest, type FeedSession, withEdited, yearsOf } from '#web/practice/clients/card/feed.ts';

const session = (id: string, date: string): FeedSession => ({
  id,
  date,
  duration: 60,
  status: 'completed',
  outcome: '',
  series: '',
  news: 'н',
  thoughts: '',
  updated: '',
});
const request = (id: string, created: string, message: string | undefined = 'з'): FeedRequest => ({
  id,
  created,
  message,
});

const at = (day: number) =>
  `2026-${String(1 + Math.floor(day / 28)).padStart(2, '0')}-${String(1 + (day % 28)).padStart(2, '0')} 10:00:00.000Z`;
const ids = (feed: ReturnType<typeof feedOf>) => feed.entries.map(({ id }) => id);

test('CARD-02 sessions and what came with requests stand in one order, the newest first', () => {
  const sessions = [session('c', at(30)), session('b', at(20)), session('a', at(10))];
  const feed = feedOf(sessions, [request('r', at(15)), request('empty', at(16), ''), request('s', at(40))], 3);
  assert.deepEqual(ids(feed), ['s', 'c', 'b', 'r', 'a']);
  assert.deepEqual([feed.total, feed.whole], [5, true]);
});

test('CARD-02 a message that does not open is told, an empty one is none', () => {
  const feed = feedOf([], [{ id: 'r', created: at(1), message: undefined }, request('e', at(2), '')], 0);
  assert.deepEqual(ids(feed), ['r']);
});

test('CARD-02 the beginning of a feed is the beginning of the whole one, whatever is known of it', () => {
  const days = fc.array(fc.nat(300), { maxLength: 30 });
  fc.assert(
    fc.property(days, days, fc.nat(30), (held, asked, known) => {
      const sessions = [...new Set(held)].toSorted((a, b) => b - a).map((day) => session(`s${day}`, at(day)));
      const requests = asked.map((day, index) => request(`r${index}`, at(day)));
      const whole = feedOf(sessions, requests, sessions.length);
      const part = feedOf(sessions.slice(0, known), requests, sessions.length);
      assert.deepEqual(ids(part), ids(whole).slice(0, part.entries.length));
      assert.equal(part.total, whole.total);
      assert.equal(whole.entries.length, whole.total);
      const moments = whole.entries.map((entry) => entry.at);
      assert.deepEqual(moments, moments.toSorted().toReversed());
    }),
  );
});

test('CARD-02 what is being edited stays in its place after it was deleted elsewhere', () => {
  const [first, deleted, last] = [session('c', at(30)), session('b', at(20)), session('a', at(10))];
  const edited = { id: 'b', at: deleted.date, session: deleted };
  const feed = feedOf([first, last], [], 2);
  assert.deepEqual(ids(withEdited(feed, edited)), ['c', 'b', 'a']);
  assert.equal(withEdited(feed, edited).total, 3);
  assert.equal(withEdited(feed, null), feed);
  const still = feedOf([first, deleted, last], [], 3);
  assert.equal(withEdited(still, edited), still);
});

test('CARD-02 the years of a feed are those of her zone', () => {
  const { entries } = feedOf(
    [session('b', '2025-12-31 22:00:00.000Z'), session('a', '2025-12-31 20:00:00.000Z')],
    [],
    2,
  );
  assert.deepEqual(yearsOf(entries, 'Europe/Moscow'), [
    { year: 2026, index: 0 },
    { year: 2025, index: 1 },
  ]);
  assert.deepEqual(yearsOf(entries, 'UTC'), [{ year: 2025, index: 0 }]);
});
