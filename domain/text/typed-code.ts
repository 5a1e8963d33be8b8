/** Without letters that look like digits or like each other: 32 signs, 5 bits each. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What people read or type instead: digits' doubles, and the letters of a Russian keyboard that look the same. */
const MEANT: Readonly<Record<string, string>> = {
  O: '0',
  О: '0',
  I: '1',
  L: '1',
  З: '3',
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
  У: 'Y',
};

/** Returns a code for people to keep and type, in groups of four, made of random bytes, one for each sign. */
export function printCode(bytes: Uint8Array, length: number): string {
  const signs = Array.from(bytes.subarray(0, length), (byte) => SIGNS.charAt(byte % SIGNS.length)).join('');
  if (signs.length < length) throw new RangeError('too few random bytes');
  return signs.replaceAll(/.{4}(?=.)/g, '$&-');
}

/** Returns the signs of a typed code, by which it is compared; null where it cannot be one. Never throws. */
export function readCode(typed: string, length: number): string | null {
  const signs = Array.from(typed.toUpperCase().replaceAll(/[\s\p{Dash}]/gu, ''), (sign) => MEANT[sign] ?? sign).join(
    '',
  );
  return signs.length === length && Array.from(signs).every((sign) => SIGNS.includes(sign)) ? signs : null;
}
