import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENTS, counted, plural, SESSIONS, showNumber } from '#web/ground/format/plural.ts';

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

test('five figures and more stand in groups that never part', () => {
  assert.deepEqual([0, 999, 1976, 9999].map(showNumber), ['0', '999', '1976', '9999']);
  assert.deepEqual([10_000, 19_760, 1_234_567].map(showNumber), ['10\u00A0000', '19\u00A0760', '1\u00A0234\u00A0567']);
  assert.equal(counted(19_760, SESSIONS), '19\u00A0760\u00A0сессий');
});
