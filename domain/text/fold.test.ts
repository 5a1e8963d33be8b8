import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '#domain/text/fold.ts';

test('CLIENT-02 folding forgets the case of Cyrillic and counts ё as е', () => {
  assert.equal(fold('Алёна ПЁТР Smith'), 'алена петр smith');
});

test('folding a folded text changes nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => assert.equal(fold(fold(text)), fold(text))));
});
