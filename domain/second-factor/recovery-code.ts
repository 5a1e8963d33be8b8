import { printCode, readCode } from '#domain/text/typed-code.ts';

/** How many recovery codes there are at once, each good once. */
export const RECOVERY_CODES = 10;

/** 80 random bits. */
const LENGTH = 16;

export const RECOVERY_CODE_BYTES = LENGTH;

/** Returns a recovery code as it is shown, 'K3NV-0XQ7-9TRA-M2CE', made of random bytes, one for each sign. */
export function recoveryCode(bytes: Uint8Array): string {
  return printCode(bytes, LENGTH);
}

/** Returns the signs of a typed code, by which it is compared; null where it cannot be one. Never throws. */
export function readRecoveryCode(typed: string): string | null {
  return readCode(typed, LENGTH);
}
