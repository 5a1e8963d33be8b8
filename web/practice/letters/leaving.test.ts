import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showAddresses, showLeaving } from '#web/practice/letters/leaving.ts';

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test('SESSION-17 a press names its letter, of one client and of several', () => {
  assert.deepEqual([showLeaving('session-cancelled', false), showLeaving('series-moved', true)].map(plain), [
    'Клиенту уйдёт письмо об отмене',
    'Клиентам уйдут письма о переносе встреч',
  ]);
});

test('SESSION-17 of many addresses three are named, and all are counted', () => {
  const many = ['a@e.org', 'b@e.org', 'c@e.org', 'd@e.org', 'f@e.org'];
  assert.deepEqual(
    [1, 3, 4, 5].map((count) => plain(showAddresses(many.slice(0, count)))),
    ['a@e.org', 'a@e.org, b@e.org, c@e.org', 'a@e.org, b@e.org, c@e.org и ещё 1', 'a@e.org, b@e.org, c@e.org и ещё 2'],
  );
});
