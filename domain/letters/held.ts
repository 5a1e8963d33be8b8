/** Of how many days back letters and refusals count. */
export const HELD_DAYS = 7;
const FEWEST = 10;
const SHARE = 0.3;

/**
 * Whether an account's letters to clients wait until the operator has looked: of its letters that were sent or failed,
 * many had no mailbox or were answered by an opt-out. Ten at least: a practice with some stale addresses goes on.
 */
export function shouldHold({ letters, unwelcome }: { letters: number; unwelcome: number }): boolean {
  return unwelcome >= FEWEST && unwelcome >= SHARE * letters;
}
