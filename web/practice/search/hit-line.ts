import { findMatches } from '#web/practice/search/find-match.ts';

/** Characters before the found word, and in all. */
const [BEFORE, LONGEST] = [20, 160];
/** As much before it is looked through for the beginning of a word. */
const WORD = 12;

/** Letters as they are read: with the marks on them, and signs made of several. */
const LETTERS = new Intl.Segmenter('ru');

/** A piece of a text on one line around what was typed, of several texts of the one that has most of it. */
export function hitLine(texts: readonly string[], typed: string): string {
  const lines = texts.map((text) => text.replaceAll(/\s+/g, ' ').trimEnd());
  const found = lines.map((line) => ({ line, matches: findMatches(line, typed) }));
  const [best] = found.toSorted((a, b) => b.matches.length - a.matches.length);
  if (!best) return '';
  const { line, matches } = best;
  const hit = matches[0]?.start ?? 0;
  const from = letterAt(line, Math.max(0, hit - BEFORE)).start;
  // At a space, so that no word is cut, where one is near.
  const space = from === 0 ? -1 : line.slice(from, Math.min(hit, from + WORD)).indexOf(' ');
  // A mark that stands on that space would stand on what is before it.
  const piece = line.slice(space < 0 ? from : from + space).replace(/^ (?!\p{M})/u, '');
  return `${from > 0 ? '…' : ''}${beginning(piece, LONGEST)}`;
}

/** So much of a text, no letter of it cut; one letter at least. */
function beginning(text: string, length: number): string {
  const { start, end } = letterAt(text, length);
  return text.slice(0, start || end);
}

/** The letter that a place of a text is in. */
function letterAt(text: string, place: number): { start: number; end: number } {
  const letter = LETTERS.segment(text).containing(place);
  if (!letter) return { start: text.length, end: text.length };
  return { start: letter.index, end: letter.index + letter.segment.length };
}
