import type { ClientLetterState } from '#domain/letters/letter.ts';

/** A letter arrives twice at most, after crashes too. */
const HANDED_MOST = 2;

/** Seconds before the next attempt; the last value repeats. All attempts together span three days. */
const PAUSES = [5, 30, 120, 600, 1800, 3600, 10_800] as const;
const ATTEMPTS_MAX = 30;

/** Attempts after which a letter that changes at each hand-over waits before the next one. */
const WITHDRAWN_MOST = 5;

/** The mail server knows no such mailbox: neither a quota nor a relay that is closed to us. */
const NO_MAILBOX = /^(?:RCPT TO 5(?:5[013]|\d\d 5\.(?:1\.(?:[0-6]|10)|2\.1))|returned 5\.(?:1\.(?:[0-6]|10)|2\.1))$/;

/** A letter at the end of an attempt. */
export interface AttemptedLetter {
  state: ClientLetterState;
  attempts: number;
  /** How often it was handed over without a refusal: from the first time on its recipient may have it. */
  handed: number;
}

/** What an attempt came to. 'void': it says nothing that holds any more; 'abandoned': its sender has ended. */
export type Outcome =
  | { outcome: 'sent' | 'void'; reason?: string }
  | { outcome: 'later' | 'refused' | 'unknown'; reason: string }
  | { outcome: 'withdrawn' | 'expired' | 'abandoned' };

export interface Settled {
  state: ClientLetterState;
  /** Absent: as it was. */
  reason?: string;
  /** Seconds until the next attempt; null where there is none. */
  again: number | null;
}

/**
 * Returns what an attempt makes of a letter. A letter is due until it is sent, failed, expired or dropped. One that was
 * dropped during its attempt, or that may have arrived, stays so unless more is known.
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
  // One that is never what it was when it was written would be written without end.
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

/** Whether a refusal says that the mail server has no such mailbox. */
export function isWithoutMailbox(reason: string): boolean {
  return NO_MAILBOX.test(reason);
}

/** Whether the recipient may have a letter, also while it is being sent. */
export function mayHaveArrived({ state, handed }: Pick<AttemptedLetter, 'state' | 'handed'>): boolean {
  return state === 'sent' || state === 'unknown' || handed > 0;
}
