import { fold, MARKS } from '#domain/text/fold.ts';

/** A letter with what stands on it or cannot be seen behind it: the folded form of each is a part of the whole one. */
const LETTER = new RegExp(String.raw`[^](?:[${MARKS}]|\p{M}|\p{Cf}|\p{Default_Ignorable_Code_Point})*`, 'gu');

/** A folded text, and by each place in it where the letter that it comes from begins and ends in the text itself. */
export interface FoldedPlaces {
  folded: string;
  starts: readonly number[];
  ends: readonly number[];
}

/** Returns null for a text whose letters do not fold one by one. */
export function foldedPlaces(text: string): FoldedPlaces | null {
  const [starts, ends]: [number[], number[]] = [[], []];
  let folded = '';
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    const part = fold(letter);
    folded += part;
    for (let at = 0; at < part.length; at += 1) {
      starts.push(index);
      ends.push(index + letter.length);
    }
  }
  return folded === fold(text) ? { folded, starts, ends } : null;
}
