import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  sessionsAsObject,
  showBeginning,
  showChange,
  showChanged,
  showRemoval,
} from '#web/practice/series/change/change-words.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test('SERIES-05 what a change touches and leaves is counted', () => {
  assert.equal(plain(showChange(1, 0)), 'изменится 1 сессия.');
  assert.equal(plain(showChange(24, 2)), 'изменятся 24 сессии, 2 останутся как есть.');
  assert.equal(plain(showChange(11, 1)), 'изменится 11 сессий, 1 останется как есть.');
  assert.equal(plain(sessionsAsObject(21)), '21 сессию');
  assert.equal(plain(sessionsAsObject(5)), '5 сессий');
});

test('SERIES-05 the result names what came about and leaves out what did not', () => {
  const none = { created: 0, moved: 0, removed: 0, kept: 0 };
  assert.equal(plain(showChanged({ ...none, moved: 24, kept: 2 })), 'Изменены 24 сессии, без изменений 2');
  assert.equal(
    plain(showChanged({ ...none, moved: 2, created: 5, removed: 1 })),
    'Изменены 2 сессии, создано 5, удалена 1',
  );
  assert.equal(plain(showChanged({ ...none, removed: 26, kept: 1 })), 'Удалено 26 сессий, без изменений 1');
  assert.equal(showChanged(none), '');
});

test('SERIES-06 what an end removes and leaves is counted', () => {
  assert.equal(plain(showRemoval(3, 0)), 'удалятся 3 сессии.');
  assert.equal(plain(showRemoval(1, 2)), 'удалится 1 сессия, 2 останутся как есть.');
  assert.equal(plain(showRemoval(0, 1)), 'ничего не удалится, 1 останется как есть.');
  assert.equal(plain(showRemoval(0, 0)), 'ничего не удалится.');
});

test('SERIES-05 «Все будущие» says from which session on, for it can be an earlier one', () => {
  const beginning = (...of: Parameters<typeof showBeginning>) => plain(showBeginning(...of));
  assert.equal(beginning('following', '2026-11-23 21:30:00.000Z', 'Europe/Moscow'), 'С этой сессии');
  assert.equal(beginning('all', '2026-11-23 21:30:00.000Z', 'Europe/Moscow'), 'С ближайшей, 24.11.2026');
  assert.equal(beginning('all', undefined, 'Europe/Moscow'), 'С сегодняшнего дня');
});
