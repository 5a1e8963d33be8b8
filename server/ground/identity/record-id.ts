import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

export const RECORD_ID = /^[a-z0-9]{15}$/;

/** Returns a new record id: 15 characters of a–z and 0–9, 77 random bits. */
export function newRecordId(): string {
  return randomText(15);
}

/**
 * Returns random text of a–z and 0–9 with 5.17 bits a character; from 26 characters on it is a secret of over 128 bits.
 */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
