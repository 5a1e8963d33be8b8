import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '#domain/text/fold.ts';
import { foldedNeedle } from '#server/records/filter/folded-needle.ts';
import { filledBits, keyNumberOf, openTexts, sealTexts } from '#server/ground/sealing/envelope.ts';

const text = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('Ёж', '"\\\n', '\u{1F54A}', '\0'),
);
const texts = fc.record({ description: text, news: text, thoughts: text });
const id = fc.string({ minLength: 15, maxLength: 15, unit: fc.constantFrom('a', 'b', 'c', '0', '1', '9') });
const place = fc.record({ table: fc.constant('sessions'), id, user: id });
const LETTERS = Array.from(
  'аАёЁеЕжЖйЙиbBİiIıéEłΣσςßẞ’\'«—-.*[]()?+"\\\n\u00A0 Kk\u212AÅÅ\u0301\u0306\u0308\u0344\u00AD\u200B\uFEFF\uFE0F',
);
const number = fc.integer({ min: 1, max: 65_535 });

test('SEAL-01 an envelope opens to what was sealed, in its place and with its key alone', () => {
  fc.assert(
    fc.property(texts, place, number, (sealed, at, key) => {
      const own = randomBytes(32);
      const envelope = sealTexts(own, key, at, sealed);
      assert.deepEqual(openTexts(own, at, envelope), { ...sealed });
      assert.equal(keyNumberOf(envelope), key);
      assert.equal(openTexts(randomBytes(32), at, envelope), null);
      for (const other of [
        { ...at, id: `${at.id}x` },
        { ...at, user: `${at.user}x` },
        { ...at, table: 'clients' },
      ]) {
        assert.equal(openTexts(own, other, envelope), null);
      }
    }),
    { numRuns: 300 },
  );
});

test('SEAL-01 no changed byte of an envelope opens', () => {
  const [key, at] = [randomBytes(32), { table: 'clients', id: 'a', user: 'b' }];
  const bytes = Buffer.from(sealTexts(key, 1, at, { description: 'текст' }), 'base64');
  for (let byte = 0; byte < bytes.length; byte += 1) {
    const changed = Buffer.from(bytes);
    changed[byte] = (changed[byte] ?? 0) ^ 1;
    assert.equal(openTexts(key, at, changed.toString('base64')), null, `byte ${byte}`);
    assert.equal(openTexts(key, at, bytes.subarray(0, byte).toString('base64')), null, `cut at ${byte}`);
  }
});

test('SEAL-03 the bits say which texts are filled', () => {
  fc.assert(
    fc.property(texts, (sealed) => {
      const bits = filledBits('sessions', sealed);
      assert.deepEqual(
        [bits & 1, bits & 2, bits & 4].map((bit) => bit !== 0),
        [sealed.description !== '', sealed.news !== '', sealed.thoughts !== ''],
      );
    }),
  );
});

test('SEAL-03 a look into the JSON never misses what the folded text has', () => {
  const word = fc.string({
    unit: fc.constantFrom(...LETTERS),
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(word, word, word, (before, needle, after) => {
      const whole = `${before}${needle}${after}`;
      const folded = fold(needle);
      const pattern = foldedNeedle(folded);
      if (pattern && fold(whole).includes(folded)) assert.match(JSON.stringify({ text: whole }), pattern);
    }),
    { numRuns: 2000 },
  );
});
