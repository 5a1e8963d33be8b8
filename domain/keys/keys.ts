import { printCode, readCode } from '#domain/text/typed-code.ts';

/** `GET /api/keys`: what seals the practitioner's texts. */
export interface KeyState {
  /** Who opens the texts: the server, with its key file, or only the practitioner's password and recovery code. */
  mode: 'server' | 'password';
  /** Whether the texts do not open: the password was reset by letter, and the recovery code was not given since. */
  locked: boolean;
  /** The number of the key; one higher once a change is done. */
  key: number;
  /** Progress of a running key change, in records; null where none runs. */
  changing: { done: number; total: number } | null;
}

/** `POST /api/keys/recovery`: a recovery code that holds once it was typed back. */
export interface TextsCode {
  code: string;
}

/** 160 random bits, in eight groups. */
const LENGTH = 32;

export const TEXTS_CODE_BYTES = LENGTH;

/** Returns a recovery code of the texts as it is shown, made of random bytes, one for each sign. */
export function textsCode(bytes: Uint8Array): string {
  return printCode(bytes, LENGTH);
}

/** Returns the signs of a typed recovery code of the texts; null where it cannot be one. Never throws. */
export function readTextsCode(typed: string): string | null {
  return readCode(typed, LENGTH);
}

/** Stands in the place of each text that a lost key sealed. */
export const LOST_TEXT = 'Текст утрачен: данные восстановлены без ключа, которым он был закрыт.';
