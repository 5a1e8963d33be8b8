import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FeedEntry } from '#web/practice/clients/card/feed.ts';
import { findHits, hitFrom, marksIn, soughtIn } from '#web/practice/clients/card/feed-search.ts';

const written = (id: string, news: string | undefined, thoughts: string | undefined): FeedEntry => ({
  id,
  at: '',
  session: { id, date: '', duration: 60, status: 'completed', outcome: '', series: '', news, thoughts, updated: '' },
});

const entries: FeedEntry[] = [
  written('a', 'Ёлка и ёлка', 'О сне'),
  written('b', undefined, 'елка'),
  { id: 'r', at: '', request: { id: 'r', created: '', message: 'Про елку' } },
];

test('CARD-02 every place is a hit, in the order in which it is read, whatever the case and ё', () => {
  assert.deepEqual(
    findHits(entries, soughtIn(' ЕЛК ')).map(({ entry, field, nth }) => `${entry} ${field} ${nth}`),
    ['0 news 0', '0 news 1', '1 thoughts 0', '2 message 0'],
  );
  assert.deepEqual(findHits(entries, soughtIn('нигде')), []);
  assert.deepEqual(findHits(entries, soughtIn('  ')), []);
});

test('CARD-02 what is marked is what was found', () => {
  const texts = fc.string({ unit: fc.constantFrom('а', 'б', 'ё', 'е', 'Е', ' ', '́', 'A', '\n'), maxLength: 40 });
  fc.assert(
    fc.property(texts, texts, (text, typed) => {
      const sought = soughtIn(typed);
      const marks = marksIn(text, sought);
      for (const { start, end } of marks) assert.equal(soughtIn(text.slice(start, end)), sought);
      const hits = findHits([written('a', text, '')], sought);
      // Nothing is highlighted in a text that does not fold letter by letter.
      if (marks.length > 0) assert.equal(marks.length, hits.length);
    }),
  );
});

test('CARD-02 a search goes on from where it was when the feed changes under it', () => {
  const hits = findHits(entries, 'елк');
  const [, second, third] = hits;
  assert.equal(hitFrom(hits, null), 0);
  assert.equal(hitFrom(hits, second ?? null), 1);
  assert.equal(hitFrom(hits.slice(2), third ?? null), 0);
  assert.equal(hitFrom(hits, { entry: 9, field: 'news', nth: 0 }), 0);
});
