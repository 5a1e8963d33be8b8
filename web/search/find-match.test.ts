import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findMatch } from '#web/search/find-match.ts';

function found(text: string, typed: string): string | null {
  const match = findMatch(text, typed);
  return match && text.slice(match.start, match.end);
}

test('a match is found without regard to case and ё', () => {
  assert.equal(found('Ковальчук Анна Сергеевна', 'анна'), 'Анна');
  assert.equal(found('Дёмин Павел', 'ДЕМИН п'), 'Дёмин П');
  assert.equal(found('Ковальчук Анна', 'пётр'), null);
  assert.equal(found('Ковальчук Анна', '  '), null);
});

test('a phone is found by its digits, as +7 and as 8', () => {
  assert.equal(found('+7 (916) 204-18-35', '916204'), '916) 204');
  assert.equal(found('+7 (916) 204-18-35', '89162041835'), '+7 (916) 204-18-35'.slice(1));
  assert.equal(found('+7 (916) 204-18-35', '(916) 204'), '(916) 204');
  assert.equal(found('+7 (916) 204-18-35', '555'), null);
});

test('whatever is cut out of a text is found in it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[а-яёА-ЯЁ ]{1,30}$/), fc.nat(29), fc.nat(29), (text, a, b) => {
      const part = text
        .slice(Math.min(a, b), Math.max(a, b) + 1)
        .trim()
        .replace(/\s+/g, ' ');
      fc.pre(part !== '' && text.includes(part));
      const match = findMatch(text, part);
      assert.ok(match);
      assert.equal(match.end - match.start, part.length);
    }),
  );
});
