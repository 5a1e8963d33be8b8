import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanText, hasLetterOrDigit, isBlank } from '#domain/text/clean-text.ts';

const NOTHING_TO_SEE = [
  '\u200B',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202E',
  '\u2066',
  '\u2069',
  '\u061C',
  '\u00AD',
  '\u2060',
  '\uFEFF',
  '\u{E0041}',
];
const JOINERS = ['\u200C', '\u200D'];
/** Every character without a glyph of its own. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

test('what cannot be seen goes, and what turns the direction of writing', () => {
  for (const character of [...NOTHING_TO_SEE, ...JOINERS]) {
    assert.equal(
      cleanText(`${character}Ан${character}на${character}`),
      'Анна',
      `U+${character.codePointAt(0)?.toString(16)}`,
    );
    assert.equal(cleanText(character), '');
  }
  assert.equal(cleanText(' Анна\u200B \u200B'), 'Анна');
  assert.equal(cleanText('и\u200B\u0306'), 'й');
});

test('a joiner stays where a script or an emoji needs it', () => {
  for (const text of [
    'می\u200Cخواهم',
    'क्\u200Dष',
    'ಕ್\u200Cಷ',
    'ന\u0D4D\u200D',
    'ශ්\u200Dරී',
    '👩\u200D👧',
    '🏳️\u200D🌈',
    '👩🏽\u200D🔬',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '\u0600١٢',
  ]) {
    assert.equal(cleanText(text), text.normalize(), text);
  }
  for (const [typed, clean] of [
    ['علی\u200C', 'علی'],
    ['\u200Cعلی', 'علی'],
    ['می\u200C\u200Cخواهم', 'می\u200Cخواهم'],
    ['👩\u200D', '👩'],
    ['Анна\u200D👧', 'Анна👧'],
  ] as const) {
    assert.equal(cleanText(typed), clean, typed);
  }
});

const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 3 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)), maxLength: 3 }),
  fc.constantFrom(
    ...NOTHING_TO_SEE,
    ...JOINERS,
    ' ',
    'Анна',
    'می',
    'ന\u0D4D',
    'क्',
    '👩',
    '🏴',
    '\u{E0067}',
    '\uFE0F',
    '\u0306',
    'и',
    '٣',
  ),
);
const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

/** Composed and trimmed, as often as one makes room for the other. */
function seen(text: string): string {
  return text.replace(UNSEEN, '').normalize().trim();
}

test('cleaning a clean text changes nothing', () => {
  fc.assert(
    fc.property(anyText, (text) => assert.equal(cleanText(cleanText(text)), cleanText(text))),
    { numRuns: 1000 },
  );
});

test('what a reader sees is never changed', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(seen(cleanText(text)), seen(text));
      assert.equal(hasLetterOrDigit(cleanText(text)), hasLetterOrDigit(text));
    }),
    { numRuns: 1000 },
  );
});

test('characters that cannot be seen make no difference between two texts', () => {
  const parts = fc.array(fc.tuple(fc.string({ unit: 'grapheme-ascii' }), fc.constantFrom(...NOTHING_TO_SEE)));
  fc.assert(
    fc.property(parts, (pairs) => {
      assert.equal(cleanText(pairs.flat().join('')), cleanText(pairs.map(([text]) => text).join('')));
    }),
  );
});

test('blank is what cleaning leaves nothing of', () => {
  const blank = fc.array(fc.constantFrom(...NOTHING_TO_SEE, ...JOINERS, ' ', '\n')).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.oneof(anyText, blank), (text) => assert.equal(isBlank(text), cleanText(text) === '')),
    { numRuns: 1000 },
  );
});

test('cleaning takes no longer for a text that is too long for any field, whatever is in it', () => {
  for (const repeated of ['\u0301\u0316', '\u200D👩\u200Bн\u200C\u0D4D', '\u00AD', 'क\u200D', ' ']) {
    const text = `и${repeated.repeat(200_000)}`;
    const before = process.cpuUsage();
    assert.equal(cleanText(` ${text} `), text.trim());
    assert.equal(isBlank(text), false);
    assert.ok(process.cpuUsage(before).user < 500_000, repeated);
  }
});

test('a letter or a digit can be read out; signs, pictures and fillers cannot', () => {
  for (const text of ['Я', '7', 'می', 'Ⅷ', '-1']) assert.ok(hasLetterOrDigit(text), text);
  for (const text of ['', '—', '...', '👩', '\u3164', '\u115F', '\u200B']) assert.ok(!hasLetterOrDigit(text), text);
});
