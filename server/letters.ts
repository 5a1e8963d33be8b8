import { accountLetters } from '#server/accounts/letters.ts';
import { bookingLetters } from '#server/booking/letters.ts';
import { noteOutcome } from '#server/letters/outcomes.ts';
import { secondFactorLetters } from '#server/second-factor/letters.ts';
import { sampleLetters } from '#server/letters/sample-letter.ts';
import { writtenLetters } from '#server/letters/write-client-letter.ts';
import { visitLetters } from '#server/visits/letters.ts';
import type { ClientLetters, LetterWriters } from '#server/mail/write-letter.ts';

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
