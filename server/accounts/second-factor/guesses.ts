import {
  addGuess,
  countedGuesses,
  guessesEnd,
  MOST_GUESSES,
  TOLD_GUESSES,
} from '#domain/second-factor/second-factor.ts';
import { queueAccountLetter } from '#server/accounts/letters/queue-account-letter.ts';
import type { Action } from '#server/ground/action.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { writeEntry } from '#server/ground/journal/write-entry.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { storeFactor } from '#server/accounts/second-factor/factor.ts';

type Factor = Row<'second_factors'>;

/**
 * Returns the refusal of a further code once the account has had the most wrong ones that a day allows; null otherwise.
 * They are counted for the account: no new sign-in, secret or password resets them.
 */
export function refusalOfGuess(factor: Factor, now: Temporal.Instant): TooManyRequests | null {
  const end = guessesEnd(factor);
  if (!end || countedGuesses(factor, now) < MOST_GUESSES) return null;
  return new TooManyRequests(now.until(end).total('seconds'));
}

/** Counts a wrong code. After a correct password the journal shows it too, and repeated ones cause a letter. */
export async function noteGuess(action: Action, factor: Factor, after: 'password' | 'setup'): Promise<void> {
  const counted = addGuess(factor, action.now);
  await storeFactor(action, counted);
  if (after === 'setup') return;
  await writeEntry(action, { action: 'code_refused', subject: 'users', record: action.owner });
  if (counted.guesses !== TOLD_GUESSES) return;
  await queueAccountLetter(action, 'codes-refused', action.owner, {
    dedupeKey: `${action.owner}:${counted.guesses_since}`,
  });
}
