import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readWholeNumber } from '#web/ground/format/typed-number.ts';

test('SESSION-04 a whole number is read, and nothing else becomes one', () => {
  assert.equal(readWholeNumber(' 060 '), 60);
  assert.equal(readWholeNumber('1\u00A0440'), 1440);
  assert.equal(readWholeNumber('  '), '');
  for (const typed of ['-30', '1,5', '1.5', '1e3', '60 мин', '1 ч 30', 'час', '٦٠', '9'.repeat(16)]) {
    assert.equal(readWholeNumber(typed), typed);
  }
});

test('SESSION-04 what is typed is either the number of its digits or itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d ,.-]{0,20}$/)), (typed) => {
      const read = readWholeNumber(typed);
      if (typeof read === 'number') assert.match(typed.replaceAll(/\s/g, ''), new RegExp(`^0*${read}$`));
      else assert.ok(read === typed || typed.trim() === '');
    }),
  );
});
