import { fold } from '#domain/text/fold.ts';

/** `glob` can restart at each letter of a text: a longer needle takes too long in a text without a match. */
const LONGEST_NEEDLE = 20;
/** A text is compared with a longer one letter by letter at each place where it could begin. */
const LONGEST_PATTERN = 100;

/**
 * Returns the patterns for SQLite's `glob`, one of which matches an unfolded text with the folded needle in it; null
 * where letters do not fold one by one. SQLite evaluates them several times as fast as it passes a text to JavaScript.
 */
export function globTexts(needle: string): string[] | null {
  const [letter = '', ...others] = needle;
  if (others.length >= LONGEST_NEEDLE || ENTANGLED.test(needle)) return null;
  const rest = others.map(globLetter).join('');
  const cases = casesOf(letter);
  // SQLite finds one letter much faster than one of a class.
  return cases.length === 2 ? cases.map((one) => `*${one}${rest}*`) : [`*${globLetter(letter)}${rest}*`];
}

/** JSON writes them otherwise than texts do. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

/**
 * Returns a pattern that finds a folded needle in the JSON of unfolded texts; null where letters do not fold one by one,
 * or JSON writes them otherwise.
 */
export function foldedNeedle(needle: string): RegExp | null {
  if (needle === '' || needle.length > LONGEST_PATTERN || ENTANGLED.test(needle) || ESCAPED.test(needle)) return null;
  // Classes, which the engine skips through faster than through alternatives.
  const letters = [...needle].map(
    (letter) =>
      `[${casesOf(letter)
        .map((one) => RegExp.escape(one))
        .join('')}]`,
  );
  return new RegExp(letters.join(''), 'u');
}

/** Their folded form depends on neighbours (σ), or comes from a letter that folds to two (İ). */
const ENTANGLED = /i|σ|ς|\u0307/;

function globLetter(letter: string): string {
  const cases = casesOf(letter);
  return cases.length > 1 || '*?['.includes(letter) ? `[${cases.join('')}]` : letter;
}

function casesOf(letter: string): string[] {
  return [letter, ...(CASES.get(letter) ?? [])];
}

/** By a folded letter, the others that fold to it. */
const CASES = Map.groupBy(lettersThatFold(), fold);

function lettersThatFold(): string[] {
  const letters = ['ё'];
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (/^\p{Changes_When_Lowercased}$/u.test(letter)) letters.push(letter);
  }
  return letters;
}
