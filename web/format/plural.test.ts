import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENTS, counted, plural, SESSIONS } from '#web/format/plural.ts';

test('a noun agrees with its number', () => {
  const shown = [0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 25, 111, 121].map((count) => plural(count, SESSIONS));
  assert.deepEqual(shown, [
    'сессий',
    'сессия',
    'сессии',
    'сессии',
    'сессий',
    'сессий',
    'сессий',
    'сессий',
    'сессия',
    'сессии',
    'сессий',
    'сессий',
    'сессия',
  ]);
});

test('number and noun never part at the end of a line', () => {
  assert.equal(counted(24, CLIENTS), '24\u00A0клиента');
});
