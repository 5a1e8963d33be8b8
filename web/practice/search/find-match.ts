import { clientSearchTerms } from '#domain/clients/client-search.ts';
import { withCountry } from '#domain/clients/phone.ts';
import { type FoldedPlaces, foldedPlaces } from '#domain/text/folded-places.ts';

/** A match in a text, half-open. */
export interface Match {
  start: number;
  end: number;
}

/** The first match of each typed word by the rules of the search, in order and without overlaps. */
export function findMatches(text: string, typed: string): Match[] {
  const places = foldedPlaces(text);
  // The highlight would be misplaced in a text that does not fold letter by letter.
  if (!places) return [];
  const found = clientSearchTerms(typed).map((texts) => findFirst(places.folded, texts));
  const matches = found
    .filter((match) => match !== null)
    .map((match) => inText(match, places))
    .toSorted((a, b) => a.start - b.start);
  return matches.reduce<Match[]>((merged, match) => {
    const last = merged.at(-1);
    // Consecutive words are highlighted as one.
    if (!last || text.slice(last.end, match.start).trim() !== '') return [...merged, match];
    return [...merged.slice(0, -1), { start: last.start, end: Math.max(last.end, match.end) }];
  }, []);
}

function inText({ start, end }: Match, { starts, ends }: FoldedPlaces): Match {
  return { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
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
  const national = /^[78]\d{10}$/.test(typedDigits) ? [typedDigits.slice(1)] : [];
  for (const sought of [typedDigits, withCountry(typedDigits), ...national]) {
    const at = digits.indexOf(sought);
    const start = places[at];
    const last = places[at + sought.length - 1];
    if (sought && start !== undefined && last !== undefined) return { start, end: last + 1 };
  }
  return null;
}
