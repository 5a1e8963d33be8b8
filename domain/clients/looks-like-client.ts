import { looksLikePhone } from '#domain/clients/phone-numbers.ts';

const PHONE = /^\+?[\d\s()-]+$/;
/** A name's word: letters, with dashes and apostrophes inside, or an initial. */
const WORD = /^\p{L}[\p{L}\p{M}]*(?:['’‘ʼ‑-]\p{L}[\p{L}\p{M}]*)*$|^\p{L}\.(?:-?\p{L}\.)?$/u;
const CAPITAL = /^\p{Lu}/u;
/** Of surnames and patronymics as they are written in Russian, in lower case. */
const ENDING =
  /.{2}(?:[оеё]ва?|ина?|ына?|ск(?:ий|ая|ой)|цк(?:ий|ая|ой)|[её]нко|чук|щук|юк|ян|дзе|швили|вич|вна|ичн?а|[иы]х|оглы|кызы)$/u;
const MOST_WORDS = 4;
const LONGEST = 100;

/**
 * Returns whether a text may be the name or the phone of a new client (CARD-06). A word alone is a name where it begins
 * with a capital letter: 'матер' is looked for in what was written. Several words are one where a word begins so, or
 * ends as surnames and patronymics do.
 */
export function looksLikeClient(typed: string): boolean {
  const text = typed.trim();
  if (text.length > LONGEST) return false;
  if (PHONE.test(text)) return text.replace(/\D/g, '').length >= 7 && looksLikePhone(text);
  const words = text.split(/\s+/);
  if (words.length > MOST_WORDS || !words.every((word) => WORD.test(word))) return false;
  if (!/\p{L}{2}/u.test(text)) return false;
  return words.some((word) => CAPITAL.test(word)) || (words.length > 1 && words.some((word) => ENDING.test(word)));
}
