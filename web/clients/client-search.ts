import { phoneDigits } from '#domain/clients/phone.ts';
import { fold } from '#domain/text/fold.ts';

/** A whole phone number as people type one; a name never looks like it. */
const PHONE = /^[\d\s()+.-]*\d[\d\s()+.-]*$/;

/** More than the search text of any client holds, and little enough for the server to read. */
const LONGEST = 400;

/**
 * The texts of which a client's search text must hold at least one (CLIENT-02): what was typed, and for a phone its
 * digits alone. Empty when nothing was typed: every client is meant.
 */
export function clientSearchTerms(typed: string): string[] {
  const text = fold(typed.normalize()).trim().replace(/\s+/g, ' ').slice(0, LONGEST);
  if (!text) return [];
  if (!PHONE.test(text)) return [text];
  const digits = text.replace(/\D/g, '');
  return [...new Set([text, digits, phoneDigits(digits)])];
}
