import { fold } from '#domain/text/fold.ts';

/** At each letter of a text `glob` may begin again: with more than these it takes too long to find that nothing is there. */
const LONGEST_NEEDLE = 20;

/**
 * The patterns for SQLite's `glob`, one of which finds a folded needle in a text as it was typed. SQLite reads them by
 * itself and several times as fast as it hands a text to JavaScript. Null where letters do not fold one by one.
 */
export function globTexts(needle: string): string[] | null {
  const [letter = '', ...others] = needle;
  if (others.length >= LONGEST_NEEDLE || ENTANGLED.test(needle)) return null;
  const rest = others.map(globLetter).join('');
  const cases = casesOf(letter);
  // One letter is looked for much faster than one of a class.
  return cases.length === 2 ? cases.map((one) => `*${one}${rest}*`) : [`*${globLetter(letter)}${rest}*`];
}

/** Folded they depend on their neighbours (σ), or come from a letter that folds to two (İ). */
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
