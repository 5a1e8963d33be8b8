import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '#domain/text/fold.ts';
import { globTexts } from '#server/records/filter/glob-pattern.ts';
import { anyCharacter } from '#proofs/support/any-character.ts';

test('API-05 a text is found as it was typed exactly where it is found folded', () => {
  using db = new DatabaseSync(':memory:');
  const glob = db.prepare('select ? glob ? as found');
  const letter = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom(...Array.from('еЕёЁиИйЙжЖaAkK\u212aåÅ\u212bßẞσΣςіІiIİ\u0307*?[]^-!\\%_ 1')),
    },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }) },
  );
  const text = fc
    .array(letter, { maxLength: 12 })
    .map((letters) => letters.join('').replaceAll('\0', '').toWellFormed());
  let found = 0;
  let said = 0;
  fc.assert(
    fc.property(text, fc.nat(11), fc.nat(3), (typed, from, length) => {
      const needle = fold(typed.slice(from, from + length + 1).toUpperCase()).toWellFormed() || 'е';
      const globs = globTexts(needle);
      if (!globs) return;
      const anywhere = globs.some((pattern) => glob.get(typed, pattern)?.['found'] === 1);
      assert.equal(anywhere, fold(typed).includes(needle), `${JSON.stringify(typed)} ${globs.join(' ')}`);
      said += 1;
      found += anywhere ? 1 : 0;
    }),
    { numRuns: 600 },
  );
  assert.ok(said > 200 && found > 100, `${found} of ${said}`);
});

test('no glob is said for a needle that would make it begin again too often', () => {
  assert.ok(globTexts('а'.repeat(20)));
  assert.equal(globTexts('а'.repeat(21)), null);
});
