import { accountLetters } from '#server/accounts/letters/letter-writers.ts';
import { bookingLetters } from '#server/practice/booking/letters.ts';
import { noteOutcome } from '#server/practice/letters/outcomes.ts';
import { secondFactorLetters } from '#server/accounts/second-factor/letters.ts';
import { sampleLetters } from '#server/practice/letters/sample-letter.ts';
import { writtenLetters } from '#server/practice/letters/write-client-letter.ts';
import { visitLetters } from '#server/practice/visits/letters.ts';
import type { ClientLetters, LetterWriters } from '#server/ground/mail/write-letter.ts';

/** The letters that the outbox sends: each feature writes its own. */
export const letters: LetterWriters = {
  ...accountLetters,
  ...secondFactorLetters,
  ...bookingLetters,
  ...writtenLetters,
  ...sampleLetters,
  ...visitLetters,
};

export const clientLetters: ClientLetters = { note: noteOutcome };
