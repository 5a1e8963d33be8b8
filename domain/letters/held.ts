/** The number of past days whose letters and refusals count. */
export const HELD_DAYS = 7;
const FEWEST = 10;
const SHARE = 0.3;

/**
 * Returns whether an account's letters to clients must wait until the operator has checked: of its letters that were
 * sent or failed, many had no mailbox or were followed by an opt-out. Takes at least ten of these, so that a practice
 * with some outdated addresses is not affected.
 */
export function shouldHold({ letters, unwelcome }: { letters: number; unwelcome: number }): boolean {
  return unwelcome >= FEWEST && unwelcome >= SHARE * letters;
}
