import type { ClientLetterState } from '#domain/letters/letter.ts';

/** A letter is handed over at most twice, even after crashes. */
const HANDED_MOST = 2;

/** Seconds before the next attempt; the last value repeats. All attempts together span three days. */
const PAUSES = [5, 30, 120, 600, 1800, 3600, 10_800] as const;
const ATTEMPTS_MAX = 30;

/** After so many attempts, a letter whose content changes at each hand-over waits before the next one. */
const WITHDRAWN_MOST = 5;

/** Reasons that mean that the mail server has no such mailbox, unlike a quota or a relay that is closed to us. */
const NO_MAILBOX = /^(?:RCPT TO 5(?:5[013]|\d\d 5\.(?:1\.(?:[0-6]|10)|2\.1))|returned 5\.(?:1\.(?:[0-6]|10)|2\.1))$/;

/** A letter after an attempt. */
export interface AttemptedLetter {
  state: ClientLetterState;
  attempts: number;
  /** How often it was handed over without a refusal; from the first time on it may have arrived. */
  handed: number;
}

/**
 * The outcome of an attempt. 'void': the letter is no longer relevant; 'abandoned': its sender ended during the
 * attempt.
 */
export type Outcome =
  | { outcome: 'sent' | 'void'; reason?: string }
  | { outcome: 'later' | 'refused' | 'unknown'; reason: string }
  | { outcome: 'withdrawn' | 'expired' | 'abandoned' };

export interface Settled {
  state: ClientLetterState;
  /** Absent if it does not change. */
  reason?: string;
  /** Seconds until the next attempt; null where there is none. */
  again: number | null;
}

/**
 * Returns the new state of a letter after an attempt. A letter is due until it is sent, failed, expired or dropped. One
 * that was dropped during its attempt, or that may have arrived, stays so unless the outcome says more.
 */
export function settle({ state, attempts, handed }: AttemptedLetter, result: Outcome): Settled {
  const { outcome } = result;
  if (outcome === 'sent') return { state: 'sent', reason: result.reason ?? '', again: null };
  if (outcome === 'unknown' || (outcome === 'abandoned' && handed > 0)) {
    const repeats = state !== 'dropped' && handed < HANDED_MOST;
    if (repeats && attempts >= ATTEMPTS_MAX) return ended('failed', result);
    return { ...ended('unknown', result), again: repeats ? pause(outcome, attempts) : null };
  }
  if (state === 'dropped') return { state, again: null };
  if (outcome === 'abandoned') return { state, again: 0 };
  // Otherwise a letter whose content keeps changing would be written without end.
  if (outcome === 'withdrawn') return { state, again: attempts <= WITHDRAWN_MOST ? 0 : pause(outcome, attempts) };
  if (outcome === 'refused' || (outcome === 'later' && attempts >= ATTEMPTS_MAX)) return ended('failed', result);
  if (outcome === 'later')
    return { ...(state === 'due' ? ended(state, result) : { state }), again: pause(outcome, attempts) };
  return state === 'unknown' ? { state, again: null } : ended(outcome === 'expired' ? 'expired' : 'dropped', result);
}

function ended(state: ClientLetterState, result: Outcome): Settled {
  return { state, ...('reason' in result && { reason: result.reason }), again: null };
}

function pause(outcome: Outcome['outcome'], attempts: number): number {
  return outcome === 'abandoned' ? 0 : (PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? PAUSES[0]);
}

/** Returns whether a refusal means that the mail server has no such mailbox. */
export function isWithoutMailbox(reason: string): boolean {
  return NO_MAILBOX.test(reason);
}

/** Returns whether a letter may have arrived, also while it is being sent. */
export function mayHaveArrived({ state, handed }: Pick<AttemptedLetter, 'state' | 'handed'>): boolean {
  return state === 'sent' || state === 'unknown' || handed > 0;
}
