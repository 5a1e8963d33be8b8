import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showProgress, showSize } from '#web/practice/archive/progress.ts';

test('OWN-01 sizes are short, and never nothing', () => {
  const sizes = [0, 2000, 1_023_999, 1_024_000, 3_565_158, 1024 ** 3, 5 * 1024 ** 4].map(showSize);
  assert.deepEqual(
    sizes.map((size) => size.replaceAll('\u00A0', ' ')),
    ['1 КБ', '2 КБ', '1 МБ', '1 МБ', '3,4 МБ', '1 ГБ', '5 120 ГБ'],
  );
  assert.equal(showProgress({ done: 1_258_291, total: 3_565_158 }), '1,2\u00A0МБ из\u00A03,4\u00A0МБ');
});
