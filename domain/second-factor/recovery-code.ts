/** How many recovery codes there are at once, each good once. */
export const RECOVERY_CODES = 10;

/** 80 random bits, in groups of four. */
const LENGTH = 16;

/** Without letters that look like digits or like each other: 32 signs. */
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

/** Returns a recovery code as it is shown, 'K3NV-0XQ7-9TRA-M2CE', made of random bytes, one for each sign. */
export function recoveryCode(bytes: Uint8Array): string {
  const signs = Array.from(bytes.subarray(0, LENGTH), (byte) => SIGNS.charAt(byte % SIGNS.length)).join('');
  if (signs.length < LENGTH) throw new RangeError('too few random bytes');
  return signs.replaceAll(/.{4}(?=.)/g, '$&-');
}

export const RECOVERY_CODE_BYTES = LENGTH;

/** Returns the signs of a typed code, by which it is compared; null where it cannot be one. Never throws. */
export function readRecoveryCode(typed: string): string | null {
  const signs = Array.from(typed.toUpperCase().replaceAll(/[\s\p{Dash}]/gu, ''), (sign) => MEANT[sign] ?? sign).join(
    '',
  );
  return signs.length === LENGTH && Array.from(signs).every((sign) => SIGNS.includes(sign)) ? signs : null;
}
