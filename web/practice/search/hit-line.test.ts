import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findMatches } from '#web/practice/search/find-match.ts';
import { hitLine } from '#web/practice/search/hit-line.ts';

const LONG =
  'Говорили о работе и об отпуске.\n\nПотом о том, как Матер\u0301и было трудно просить о помощи, и почему ей самой трудно.';

test('CARD-06 the line of a text begins shortly before the word that was found', () => {
  assert.equal(hitLine(['Мать звонит', LONG], 'работе'), LONG.replaceAll(/\s+/g, ' '));
  assert.match(hitLine([LONG], 'матери'), /^…\S.* как Матер\u0301и было трудно/);
  assert.equal(hitLine(['Ничего', ''], 'нет'), 'Ничего');
  assert.equal(hitLine([], 'нет'), '');
  // Of two texts, the one that contains more of the words.
  assert.equal(hitLine(['мать', 'отец и мать'], 'мать отец'), 'отец и мать');
});

test('CARD-06 what was found in a text is found in its line, which is one line', () => {
  const word = fc.stringMatching(/^[а-яё]{1,12}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 300 }), fc.nat(), (words, at) => {
      const sought = words[at % words.length] ?? '';
      const line = hitLine([words.join(at % 2 ? ' ' : '\n')], sought);
      assert.ok(findMatches(line, sought).length > 0, line);
      assert.ok(line.length <= 161 && !line.includes('\n'));
    }),
  );
});

test('CARD-06 no letter is cut where the line of a text begins and ends, nor parted from what stands on it', () => {
  const letters = new Intl.Segmenter('ru');
  const apart = (text: string) => ['', ...Array.from(letters.segment(text), ({ segment }) => segment), ''].join('\0');
  const sign = fc.constantFrom(
    'а',
    'и\u0306',
    'е\u0308',
    '𝄞',
    '😀',
    '👩‍👩‍👧',
    '🇷🇺',
    '\u{1D165}',
    '\u0301',
    ' ',
    '\n',
    '\r\n',
    ' \u0301',
  );
  const around = fc.array(sign, { maxLength: 400 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(around, around, (before, after) => {
      const text = `${before} слово ${after}`;
      const line = hitLine([text], 'слово');
      assert.ok(line.isWellFormed());
      const read = apart(line.replace(/^…/, ''));
      assert.ok(apart(text.replaceAll(/\s+/g, ' ')).includes(read), JSON.stringify([text, line]));
      assert.ok(findMatches(line, 'слово').length > 0, line);
    }),
  );
});
