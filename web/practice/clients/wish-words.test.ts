import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wishWords } from '#web/practice/clients/wish-words.ts';

test('CAL-04 the day and time of an address are shown in words, invalid ones are not', () => {
  assert.equal(wishWords({ date: '2026-11-27', time: '15:00' }), 'Пятница, 27\u00A0ноября, 15:00');
  assert.equal(wishWords({ date: '2026-11-27', time: '25:00' }), 'Пятница, 27\u00A0ноября');
  for (const date of ['', '2026-02-30', '2026-11-27T15:00', 'завтра']) assert.equal(wishWords({ date }), null, date);
});
