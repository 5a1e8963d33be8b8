import { isEmail } from '#domain/accounts/email.ts';
import { unguarded } from '#domain/archive/csv.ts';
import { dialledNumber } from '#domain/clients/phone-numbers.ts';
import { cleanText, isBlank } from '#domain/text/clean-text.ts';

/** A formula whose result is a text, as programs write it that want Excel to keep the zeros in front. */
const TEXT_FORMULA = /^\s*=\s*"((?:[^"]|"")*)"\s*$/;

/** A quoted cell with spaces behind it, which readers of tables take for a text with quotes. */
const QUOTED = /^"((?:[^"]|"")*)"\s+$/;

/** How people and programs say that there is nothing. */
const DASHES = /^[-–—_.?]+$/;
const NOTHING =
  /^(?:[-–—_.?]+|нет(?: данных)?|не указан[аоы]?|отсутствует|неизвестно|пусто|no|none|null|nan|unknown|#?n\/?a)$/i;

/** Of several values in a cell: Google's sign, a semicolon, a new line. */
const BETWEEN = /:::|[;\r\n]/;
/** What stands between two numbers, and within one text otherwise. */
const BETWEEN_NUMBERS = /[,/]/;
/** Digits of a local number: fewer after a separator are an extension, and not a second number. */
const WHOLE_NUMBER = 7;

const FRACTION = /^(\+?\d{5,15})[.,]0+$/;
const EXPONENT = /^(\d)[.,](\d+)E\+?(\d{1,2})$/i;

/** A longer text is no phone and no address, whatever stands in it; so the work for a row has a bound. */
const LONGEST = 500;

/** Of texts in which nothing can be hidden, which most are: to clean one takes twenty times as long. */
const PLAIN = /^[ -~А-Яа-яЁё]*$/;

function clean(text: string): string {
  return PLAIN.test(text) ? text.trim() : cleanText(text);
}

/** Returns what the author of a cell wrote: without a formula around a text and apostrophes against formulas. */
export function plainCell(cell: string): string {
  const [, text] = TEXT_FORMULA.exec(cell) ?? QUOTED.exec(cell) ?? [];
  return text === undefined ? unguarded(cell) : text.replaceAll('""', '"');
}

/** Returns a text of one line without what says that there is nothing. */
export function partOfName(cell: string): string {
  const text = plainCell(cell).replaceAll(/\s+/g, ' ');
  return isBlank(text) || DASHES.test(clean(text)) ? '' : text.trim();
}

/** Returns the phones that a cell holds, and what else stands there, in their order. */
export function phonesOf(cell: string): string[] {
  const text = plainCell(cell);
  if (text.length > LONGEST) return isBlank(text) ? [] : [text];
  return text
    .split(BETWEEN)
    .flatMap((part) => {
      const numbers = part.split(BETWEEN_NUMBERS);
      return numbers.length === 1 || numbers.every((number) => numberOf(number).length >= WHOLE_NUMBER)
        ? numbers
        : [part];
    })
    .map(typedPhone)
    .filter((part) => !isNothing(part));
}

function typedPhone(text: string): string {
  const phone = text.replaceAll(/\s+/g, ' ').replace(/^\s*(?:['‘’`]\s*)?(?:tel:\s*(?:\/\/)?)?/i, '');
  const bare = clean(phone);
  const [, whole] = FRACTION.exec(bare) ?? [];
  const [, first = '', rest = '', exponent] = EXPONENT.exec(bare) ?? [];
  return whole ?? (rest !== '' && rest.length === Number(exponent) ? first + rest : phone.trim());
}

/** True for a number of which a table program kept only the first digits: 7,91621E+10. */
export function isRounded(phone: string): boolean {
  return /^\d([.,]\d+)?E\+?\d+$/i.test(phone.trim());
}

/** The digits by which a phone is recognised; '' for a text without a number. */
export function numberOf(phone: string): string {
  return dialledNumber(phone)?.digits ?? '';
}

/** A day, also with a time behind it. */
const DATE = /^\s*\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[T\s].*)?$/;
const FEWEST_DIGITS = 5;
/** A mailbox, a name in a messenger or a page: their digits are no phone's. */
const ADDRESS = /[^\s@/]*[@/](?:\/|(?<=@)|(?<=\.\p{L}{2,4}\/))\S*/gu;

/** True for what may be a phone, however it is written: not for words, dates and numbers that a program has rounded. */
export function isPhone(text: string): boolean {
  if (text.length > LONGEST) return false;
  const digits = text.replaceAll(ADDRESS, '').replaceAll(/\D/g, '');
  return digits.length >= FEWEST_DIGITS && !DATE.test(text) && !isRounded(text);
}

/** What a cell says of addresses: those that letters can go to, and what else stands where an address should. */
export function emailsOf(cell: string): { emails: string[]; others: string[] } {
  const text = clean(plainCell(cell));
  if (isNothing(text)) return { emails: [], others: [] };
  if (text.length > LONGEST) return { emails: [], others: [text] };
  const words = text
    .split(/[\s,;<>()"]+|:::/)
    .map((word) => clean(word.replace(/^mailto:/i, '')))
    .filter((word) => !isBlank(word));
  const emails = words.filter(isEmail);
  if (emails.length === 0) return { emails, others: [text] };
  // Otherwise it is the name of who has the address.
  return { emails, others: words.filter((word) => word.includes('@') && !isEmail(word)) };
}

/** True for what says that there is nothing. */
export function isNothing(text: string): boolean {
  return isBlank(text) || NOTHING.test(clean(text));
}
