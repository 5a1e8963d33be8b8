import { accountLetters } from '#server/accounts/letters/letter-writers.ts';
import { secondFactorLetters } from '#server/accounts/second-factor/letters.ts';
import type { Mail } from '#server/ground/mail/write-letter.ts';
import { bookingLetters } from '#server/practice/booking/letters.ts';
import { recordOutcome } from '#server/practice/letters/outcomes.ts';
import { heldLetters } from '#server/practice/letters/held-letter.ts';
import { sampleLetters } from '#server/practice/letters/sample-letter.ts';
import { writeClientLetter } from '#server/practice/letters/write-client-letter.ts';
import { visitLetters } from '#server/practice/visits/letters.ts';

/** The letters that the outbox sends: each feature writes its own. */
export const mail: Mail = {
  aboutAccounts: {
    ...accountLetters,
    ...secondFactorLetters,
    ...bookingLetters,
    ...sampleLetters,
    ...heldLetters,
    ...visitLetters,
  },
  toClients: writeClientLetter,
  follow: recordOutcome,
};
