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
 * Returns the refusal of a further code where the account has had as many wrong ones as are looked at within a day; null
 * otherwise. They belong to the account: no new sign-in, secret or password gives any back.
 */
export function refusalOfGuess(factor: Factor, now: Temporal.Instant): TooManyRequests | null {
  const end = guessesEnd(factor);
  if (!end || countedGuesses(factor, now) < MOST_GUESSES) return null;
  return new TooManyRequests(now.until(end).total('seconds'));
}

/** Counts a wrong code. Where it followed a right password, the journal shows it, and the owner gets a letter in time. */
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
