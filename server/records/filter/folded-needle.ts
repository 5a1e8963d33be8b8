import { ALIKE, fold, MARKS, UNSEEN } from '#domain/text/fold.ts';

/** A text is compared with a longer one letter by letter at each place where it could begin. */
const LONGEST_NEEDLE = 100;

/** Letters that fold one by one, and signs that JSON writes as texts do. */
const SIMPLE = /^(?:(?!["\\])[ -~\p{Script=Latin}\p{Script=Cyrillic}\u0300-\u036F])*$/u;

/**
 * Returns a pattern that finds a folded needle in the JSON of unfolded texts, and perhaps what differs from it in marks
 * alone; null where letters do not fold one by one, or JSON writes them otherwise.
 */
export function foldedNeedle(needle: string): RegExp | null {
  if (needle === '' || needle.length > LONGEST_NEEDLE || !SIMPLE.test(needle)) return null;
  const letters = [...bare(needle)].map((letter) => {
    const others = (LETTERS.get(letter) ?? []).map((one) => RegExp.escape(one));
    return `[${RegExp.escape(letter)}${others.join('')}]${BETWEEN}`;
  });
  return letters.length === 0 ? null : new RegExp(letters.join(''), 'u');
}

/** What may stand behind a letter without being a letter. */
const BETWEEN = `(?:[${MARKS}\u0340-\u0345]|${UNSEEN.source})*`;

/** By a bare letter, the others that are the same without marks. */
const LETTERS = Map.groupBy(lettersThatFold(), (letter) => bare(fold(letter)));

function bare(text: string): string {
  return text.normalize('NFD').replace(/[\u0300-\u036F]/g, '');
}

function lettersThatFold(): string[] {
  const letters = Object.values(ALIKE).flatMap((others) => [...others]);
  for (let code = 0x41; code <= 0x2fff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (/^[\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(letter) && bare(fold(letter)) !== letter) letters.push(letter);
  }
  for (const letter of 'KÅ') letters.push(letter);
  return letters;
}
