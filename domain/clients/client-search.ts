import { phoneDigits } from '#domain/clients/phone.ts';
import { fold } from '#domain/text/fold.ts';

/** A part of a phone number as people type one, which may stand in pieces; no part of a name looks like it. */
const PHONE_PART = /^[\d()+.-]+$/;

/** More than is ever typed of a name, and little enough for the server to read, each character escaped twice. */
const LONGEST = 240;
const MOST_WORDS = 8;

/** What a text must hold: of each group at least one of its texts. */
export type SearchTerms = string[][];

/**
 * What a client's search text must hold for what was typed (CLIENT-02): every word, in any order; of a phone what
 * was typed or its digits alone. Empty when nothing was typed: every client is meant.
 */
export function clientSearchTerms(typed: string): SearchTerms {
  const words = searchWords(typed);
  const terms: SearchTerms = [];
  let phone: string[] = [];
  const endPhone = () => {
    if (phone.length > 0) terms.push(...phoneTerms(phone));
    phone = [];
  };
  for (const word of words) {
    if (PHONE_PART.test(word)) phone.push(word);
    else {
      endPhone();
      terms.push([word]);
    }
  }
  endPhone();
  return terms;
}

/** What was typed word by word, folded; of a very long text its beginning. */
export function searchWords(typed: string): string[] {
  const text = fold(typed.normalize()).trim().slice(0, LONGEST);
  // Neither can be stored: control characters, and half a character, which the cut may leave.
  return text
    .split(/[\s\p{Cc}\p{Cs}]+/u)
    .filter(Boolean)
    .slice(0, MOST_WORDS);
}

function phoneTerms(parts: string[]): SearchTerms {
  const text = parts.join(' ');
  const digits = text.replace(/\D/g, '');
  // A dash between two names.
  if (!digits) return parts.map((part) => [part]);
  return [[...new Set([text, digits, phoneDigits(digits)])]];
}
