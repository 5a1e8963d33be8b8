import { phoneDigits } from '#domain/clients/phone.ts';
import { fold } from '#domain/text/fold.ts';
import { clientSearchTerms } from '#domain/clients/client-search.ts';

/** A match in a text, half-open. */
export interface Match {
  start: number;
  end: number;
}

/** The first match of each typed word by the rules of the search, in order and without overlaps. */
export function findMatches(text: string, typed: string): Match[] {
  const folded = fold(text);
  // A letter that folds to another length would shift the positions.
  if (folded.length !== text.length) return [];
  const found = clientSearchTerms(typed).map((texts) => findFirst(folded, texts));
  const matches = found.filter((match) => match !== null).toSorted((a, b) => a.start - b.start);
  return matches.reduce<Match[]>((merged, match) => {
    const last = merged.at(-1);
    // Consecutive words are highlighted as one.
    if (!last || folded.slice(last.end, match.start).trim() !== '') return [...merged, match];
    return [...merged.slice(0, -1), { start: last.start, end: Math.max(last.end, match.end) }];
  }, []);
}

function findFirst(folded: string, texts: string[]): Match | null {
  const [sought = ''] = texts;
  const start = folded.indexOf(sought);
  if (start >= 0) return { start, end: start + sought.length };
  return /\d/.test(sought) ? findDigits(folded, sought) : null;
}

/** Matches a phone by its digits alone, ignoring any characters between them. */
function findDigits(text: string, typed: string): Match | null {
  const places = Array.from(text.matchAll(/\d/g), ({ index }) => index);
  const digits = places.map((place) => text[place]).join('');
  const typedDigits = typed.replace(/\D/g, '');
  for (const sought of [typedDigits, phoneDigits(typedDigits)]) {
    const at = digits.indexOf(sought);
    const start = places[at];
    const last = places[at + sought.length - 1];
    if (sought && start !== undefined && last !== undefined) return { start, end: last + 1 };
  }
  return null;
}
