import { findMatches } from '#web/practice/search/find-match.ts';

/** The number of characters before the match, and in total. */
const [BEFORE, LONGEST] = [20, 160];
/** How many characters are searched for the beginning of a word. */
const WORD = 12;

/** Splits a text into graphemes: letters with their marks, and composed characters. */
const LETTERS = new Intl.Segmenter('ru');

/** Returns an excerpt around the match on one line, from the text that has the most matches. */
export function hitLine(texts: readonly string[], typed: string): string {
  const lines = texts.map((text) => text.replaceAll(/\s+/g, ' ').trimEnd());
  const found = lines.map((line) => ({ line, matches: findMatches(line, typed) }));
  const [best] = found.toSorted((a, b) => b.matches.length - a.matches.length);
  if (!best) return '';
  const { line, matches } = best;
  const hit = matches[0]?.start ?? 0;
  const from = letterAt(line, Math.max(0, hit - BEFORE)).start;
  // Begins at a nearby space, so that no word is cut.
  const space = from === 0 ? -1 : line.slice(from, Math.min(hit, from + WORD)).indexOf(' ');
  // A combining mark after the space would attach to the ellipsis.
  const piece = line.slice(space < 0 ? from : from + space).replace(/^ (?!\p{M})/u, '');
  return `${from > 0 ? '…' : ''}${beginning(piece, LONGEST)}`;
}

/** The first `length` characters of a text, without cutting a grapheme; at least one grapheme. */
function beginning(text: string, length: number): string {
  const { start, end } = letterAt(text, length);
  return text.slice(0, start || end);
}

/** The grapheme that contains a position of the text. */
function letterAt(text: string, place: number): { start: number; end: number } {
  const letter = LETTERS.segment(text).containing(place);
  if (!letter) return { start: text.length, end: text.length };
  return { start: letter.index, end: letter.index + letter.segment.length };
}
