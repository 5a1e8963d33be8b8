import { composed } from '#domain/text/storable.ts';

/** Has no look of its own. The signs of numbers in Arabic and Kaithi are seen. */
export const UNSEEN =
  /(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** By a sign, those that readers take for it. */
export const ALIKE: Readonly<Record<string, string>> = {
  "'": '\u2018\u2019\u201A\u201B\u02B9\u02BB\u02BC\u02BD\u02C8\u02CA\u02CB`\u00B4\u2032\u2035\u055A\u05F3\uA78B\uA78C\uFF07',
  '"': '\u00AB\u00BB\u201C\u201D\u201E\u201F\u2033\u2036\u05F4\uFF02',
  '-':
    '\u058A\u05BE\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u2E5D' +
    '\u301C\u3030\u30A0\uFE31\uFE32\uFE58\uFE63\uFF0D\u{10D6E}\u{10EAD}',
  ' ': '\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000',
  // Unicode has no marks for strokes and missing dots.
  l: 'ł',
  o: 'ø',
  d: 'đ',
  i: 'ı',
  // Which of the two is written depends on what stands around it.
  σ: 'ς',
};

// For classes of regular expressions, of decomposed texts in lower case.
export const MARKS = String.raw`\u0300-\u036F`;
/** On a letter of any script; in Russian above the stressed vowel. */
const ACCENTS = String.raw`\u0300\u0301`;
const LATIN = String.raw`a-z\u00DF-\u024F`;

const MEANT = new Map(Object.entries(ALIKE).flatMap(([sign, others]) => Array.from(others, (other) => [other, sign])));
const OTHERS = new RegExp(`[${[...MEANT.keys()].join('')}]`, 'gu');
const ACCENT = new RegExp(`[${ACCENTS}]`, 'g');
const LOST_MARKS = new RegExp(`(?<=[${LATIN}])[${MARKS}]+|(?<=е)\u0308+`, 'g');
/** Folds letter by letter. */
const PLAIN = /^[\0-_a-~А-яЁё№]*$/;

/**
 * Returns a text as readers compare it: without regard to case, without what cannot be seen, with one apostrophe, one
 * quotation mark, one dash and one space for all that look alike. ё counts as е, a Latin letter as the same with and
 * without marks; й, ї, қ and their like stay letters of their own. Search columns, the clients' key and the `~` operator of
 * filters compare this form.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replaceAll('ё', 'е');
  const letters = composed(text.replace(UNSEEN, ''), 'NFD').toLowerCase();
  const signs = letters.replace(OTHERS, (sign) => MEANT.get(sign) ?? sign);
  return composed(signs.replace(ACCENT, '').replace(LOST_MARKS, ''), 'NFC');
}
