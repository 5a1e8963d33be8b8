import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanText } from '#domain/text/clean-text.ts';
import { isolated } from '#domain/text/isolated.ts';

test('A11Y-01 a name from right to left is isolated, any other stays as it is, and a copied one is clean again', () => {
  assert.equal(isolated('שרה כהן'), '\u2068שרה כהן\u2069');
  assert.equal(isolated('علی'), '\u2068علی\u2069');
  for (const name of ['Анна Ли', 'Anna Müller', '+972 52 123 4567', '李娜', '']) assert.equal(isolated(name), name);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (name) => {
      assert.equal(cleanText(isolated(name)), cleanText(name));
    }),
  );
});
