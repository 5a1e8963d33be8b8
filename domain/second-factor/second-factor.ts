import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';

/** What opens an account after its password: the code of an authenticator app, or a recovery code. */
export type SecondFactorMethod = 'totp' | 'recovery';

/** So long after a right password the code can follow. */
export const WAITING_SECONDS = 180;

/** How many wrong codes may follow one right password. */
export const TRIES = 5;

/** How many wrong codes of an account are checked within a day. */
export const MOST_GUESSES = 20;

/** After so many wrong codes in a day the owner gets a letter: the sender of the codes knows the password. */
export const TOLD_GUESSES = 5;

const GUESSES_FOR = { hours: 24 };

/** The wrong codes of an account and when the first of them came, in the stored form; null for none. */
export interface Guesses {
  guesses: number;
  guesses_since: string | null;
}

/** Returns the wrong codes that count now: after a day they no longer do. */
export function countedGuesses(counted: Guesses, now: Temporal.Instant): number {
  const end = guessesEnd(counted);
  return end && Temporal.Instant.compare(now, end) < 0 ? counted.guesses : 0;
}

/** Returns when wrong codes count no more; null where there was none. */
export function guessesEnd({ guesses_since }: Guesses): Temporal.Instant | null {
  return guesses_since === null ? null : parseStoredInstant(guesses_since).add(GUESSES_FOR);
}

/** Returns the wrong codes with one more. */
export function addGuess(before: Guesses, now: Temporal.Instant): Guesses {
  const counted = countedGuesses(before, now);
  return { guesses: counted + 1, guesses_since: counted === 0 ? printInstant(now) : before.guesses_since };
}

/** `GET /api/second-factor` */
export interface SecondFactorState {
  enabled: boolean;
  /** How many recovery codes are unused. */
  codesLeft: number;
}

/** `POST /api/second-factor/secret` */
export interface NewSecret {
  /** In base32. */
  secret: string;
  uri: string;
}

/** `POST /api/second-factor` and `POST /api/second-factor/codes`: shown once. */
export interface RecoveryCodes {
  codes: string[];
}
