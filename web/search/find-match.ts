import { phoneDigits } from '#domain/clients/phone.ts';
import { fold } from '#domain/text/fold.ts';

/** Where a match stands in a text: from the first character to behind the last. */
export interface Match {
  start: number;
  end: number;
}

const PHONE = /^[\d\s()+.-]*\d[\d\s()+.-]*$/;

/** The first place where what was typed stands in a text, as the search understands it; null where it does not. */
export function findMatch(text: string, typed: string): Match | null {
  const sought = fold(typed.normalize()).trim().replace(/\s+/g, ' ');
  const folded = fold(text);
  // A letter that folds to another length would shift the place.
  if (!sought || folded.length !== text.length) return null;
  const start = folded.indexOf(sought);
  if (start >= 0) return { start, end: start + sought.length };
  return PHONE.test(sought) ? findDigits(text, sought) : null;
}

/** A phone is found by its digits, whatever stands between them. */
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
