import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexPage } from '#domain/archive/pages.ts';

test('OWN-01 CLIENT-11 the page of an archive lists clients in the order of the screen', () => {
  const names = ['Яна', 'Adam', 'Івана', 'ёлка', 'Ежова', 'Ира', 'Ганна', 'Ґанна'];
  const page = indexPage(
    'Елена',
    names.map((name, at) => ({ id: `c${at}`, name, sessions: 0 })),
    false,
  );
  assert.deepEqual(
    Array.from(page.matchAll(/html">([^<]+)<\/a><\/td>/g), ([, name]) => name),
    ['Adam', 'Ганна', 'Ґанна', 'Ежова', 'ёлка', 'Ира', 'Івана', 'Яна'],
  );
});
