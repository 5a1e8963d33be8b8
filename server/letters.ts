import { accountLetters } from '#server/accounts/letters.ts';
import { bookingLetters } from '#server/booking/letters.ts';
import type { LetterWriters } from '#server/mail/write-letter.ts';

/** The letters that the outbox sends: each feature writes its own. */
export const letters: LetterWriters = { ...accountLetters, ...bookingLetters };
