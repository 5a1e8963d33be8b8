import { withCountry } from '#domain/clients/phone.ts';
import { fold } from '#domain/text/fold.ts';

/** A telephone number read from a phone field. */
export interface PhoneNumber {
  /** By which it is recognised, with the code of its country where that is known. */
  digits: string;
  /** Whether the digits begin with the code of a country. */
  isInternational: boolean;
  /** Digits; '' without one. */
  extension: string;
}

interface Written extends Pick<PhoneNumber, 'digits' | 'extension'> {
  plus: boolean;
}

/** A run of digits. */
interface Group {
  plus: boolean;
  digits: string;
  /** Between the group before and this one. */
  gap: string;
  /** Whether nothing but spaces, brackets, dashes, dots and a slash stands there. */
  isBeside: boolean;
  /** How many digits this group and the adjacent groups after it have. */
  ahead: number;
  /** Whether no word stands between it and the next group. */
  isApart: boolean;
}

const [SHORTEST, LONGEST] = [5, 15];
/** A number of fewer digits may be a year, or the code of a door. */
const SURE = 7;

const BESIDE = /^[\s().-]{0,6}(?:[/\\|][\s().-]{0,6})?$/;
const BEFORE_EXTENSION = /^[\s,;(.]*(?:доб(?:авочный)?|вн(?:утр(?:енний)?)?|ext(?:ension)?|x|х|;ext|#)[\s.:=№#-]*$/;
const COMMA = /^[\s,]*,\s*$/;
const SEPARATOR = /^\s*[,;/)]?\s*$/;
const CLOCKS_AND_DATES =
  /(?<![\d.+])(?:(?:[01]?\d|2[0-4])[.:][0-5]\d\s*-\s*(?:[01]?\d|2[0-4])[.:][0-5]\d|(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d{2})(?![\d.])/g;
/** Of neighbouring countries, which people write without a plus too. */
const OF_NEIGHBOURS = /^(?:37\d|38\d|99[2-8])\d{9}$/;

/**
 * Returns the telephone numbers of a phone field in the order of the text: 'моб. 8 916 204-18-35, (495) 204-18-36 доб. 12,
 * звонить после 18' has two. Fewer than five digits are no number.
 */
export function phoneNumbers(phone: string): PhoneNumber[] {
  const numbers: Written[] = [];
  /** The number that the next digits may belong to. */
  let open: Written | null = null;
  for (const group of groupsOf(fold(phone).replace(CLOCKS_AND_DATES, ' . '))) {
    const { plus, digits } = group;
    const last = numbers.at(-1);
    if (last && isExtension(group, last)) {
      last.extension ||= digits;
      open = null;
    } else if (open && isPartOf(open, group)) open.digits += digits;
    else if (last && group.isBeside && group.ahead < SHORTEST) open = null;
    else numbers.push((open = { plus, digits, extension: '' }));
  }
  return numbers
    .filter(({ digits: { length } }) => length >= SHORTEST && length <= LONGEST)
    .map((number) => ({ ...recognised(number), extension: number.extension }));
}

/** Returns the number by which a phone is dialled: the first that is no short one; null without any. */
export function dialledNumber(phone: string): PhoneNumber | null {
  const numbers = phoneNumbers(phone);
  return numbers.find(({ digits }) => digits.length >= SURE) ?? numbers[0] ?? null;
}

/** False for a text without a number: it cannot be dialled. */
export function looksLikePhone(phone: string): boolean {
  return phoneNumbers(phone).length > 0;
}

function groupsOf(text: string): Group[] {
  const found = Array.from(text.matchAll(/(\+\s*)?(\d+)/g));
  let end = 0;
  const groups = found.map(({ 0: { length }, 1: plus, 2: digits = '', index }, at): Group => {
    const gap = text.slice(end, index);
    end = index + length;
    const isBeside = at > 0 && plus === undefined && BESIDE.test(gap);
    const isApart = SEPARATOR.test(text.slice(end, found[at + 1]?.index));
    return { plus: plus !== undefined, digits, gap, isBeside, ahead: digits.length, isApart };
  });
  for (const [at, group] of [...groups.entries()].toReversed()) {
    const next = groups[at + 1];
    if (next?.isBeside) group.ahead += next.ahead;
  }
  return groups;
}

function isExtension({ plus, digits, gap, ahead, isApart }: Group, number: Written): boolean {
  if (plus || number.digits.length < SHORTEST) return false;
  if (BEFORE_EXTENSION.test(gap)) return digits.length <= 7;
  // '…35, 12'
  return COMMA.test(gap) && isApart && ahead < SHORTEST && number.digits.length >= 10;
}

function isPartOf(number: Written, { digits, gap, isBeside, ahead }: Group): boolean {
  if (!isBeside || isWhole(number) || number.digits.length + digits.length > LONGEST) return false;
  return !/[/\\|]/.test(gap) || ahead < SHORTEST || !mayEnd(number, ahead);
}

/** Whether no digit can follow: it is a whole Russian number. */
function isWhole({ plus, digits }: Written): boolean {
  if (plus) return /^(?:7|89)/.test(digits) && digits.length >= 11;
  return /^(?:7\d{10}|8(?!10)\d{10}|9(?!9[2-8])\d{9})/.test(digits);
}

/** Whether a slash behind it can stand before another number, rather than behind the code of a town. */
function mayEnd({ plus, digits }: Written, ahead: number): boolean {
  if (digits.length === ahead) return true;
  return digits.length >= (plus ? 9 : /^[078]/.test(digits) ? 10 : SHORTEST);
}

function recognised({ plus, digits }: Written): Omit<PhoneNumber, 'extension'> {
  if (plus) return { digits: /^89\d{9}$/.test(digits) ? withCountry(digits) : digits, isInternational: true };
  const abroad = /^(?:00|810(?=\d{9}))([1-9]\d{7,})$/.exec(digits)?.[1];
  if (abroad !== undefined) return { digits: abroad, isInternational: true };
  const known = withCountry(digits);
  return { digits: known, isInternational: /^7\d{10}$/.test(known) || OF_NEIGHBOURS.test(known) };
}
