import { phoneNumbers } from '#domain/clients/phone-numbers.ts';
import { withCountry } from '#domain/clients/phone.ts';
import { fold } from '#domain/text/fold.ts';

/** A part of a phone number as people type one, which may stand in pieces; no part of a name looks like it. */
const PHONE_PART = /^[\d()+./\\-]+$/;
/** Before a number that was copied with it. */
const PHONE_WORD = /^(?:tel|тел|телефон|mob|моб)[.:]+(?=[\d(+]|$)/;
/** Signs at the ends of a word that belong to none of its letters. */
const AROUND = /^['.:!?()[\]{}<>]+|['.:!?()[\]{}<>]+$/g;

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
  return seen(typed)
    .split(/[,;\n]+/)
    .flatMap(termsOfPart)
    .slice(0, MOST_WORDS);
}

/** What was typed word by word, folded, without what stands around words; of a very long text its beginning. */
export function searchWords(typed: string): string[] {
  return spoken(wordsOf(seen(typed)).map((word) => word.replace(AROUND, ''))).slice(0, MOST_WORDS);
}

function termsOfPart(part: string): SearchTerms {
  const terms: SearchTerms = [];
  let phone: string[] = [];
  const endPhone = () => {
    if (phone.length > 0) terms.push(...phoneTerms(phone));
    phone = [];
  };
  for (const word of spoken(wordsOf(part))) {
    if (PHONE_PART.test(word)) phone.push(word);
    else {
      endPhone();
      terms.push([word.replace(AROUND, '') || word]);
    }
  }
  endPhone();
  return terms;
}

function seen(typed: string): string {
  return fold(typed.slice(0, 2 * LONGEST))
    .trim()
    .slice(0, LONGEST);
}

function wordsOf(text: string): string[] {
  // Neither can be stored: control characters, and half a character, which the cut may leave.
  return text
    .split(/[\s\p{Cc}\p{Cs}",;]+/u)
    .map((word) => word.replace(PHONE_WORD, ''))
    .filter(Boolean);
}

/** Without a dash between two names, unless nothing else is left. */
function spoken(words: readonly string[]): string[] {
  const others = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return (others.length > 0 ? others : words).filter(Boolean);
}

function phoneTerms(parts: string[]): SearchTerms {
  const text = parts.join(' ');
  const numbers = phoneNumbers(text);
  if (numbers.length > 1) return numbers.map(({ digits }) => [digits]);
  const digits = text.replace(/\D/g, '');
  // Signs alone.
  if (!digits) return parts.map((part) => [part]);
  return [[...new Set([text, digits, numbers[0]?.digits ?? withCountry(digits)])]];
}
