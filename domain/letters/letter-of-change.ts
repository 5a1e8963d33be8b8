import type { ClientLetterKind } from '#domain/letters/letter.ts';

/** What a letter about a session depends on. */
export interface Meeting {
  client: string;
  startMs: number;
  status: string;
}

type DueKind = Extract<ClientLetterKind, 'session-planned' | 'session-moved' | 'session-cancelled'>;

export interface Change {
  before: Meeting | null;
  /** null: deleted. */
  after: Meeting | null;
  /** The start that the last letter which the client may have gives; null where no letter names this session. */
  toldMs: number | null;
  /** A letter about this session that has not left yet. */
  waiting: 'session-planned' | 'session-moved' | null;
  nowMs: number;
}

/** Whether a client should know of a meeting: planned, not just reserved, and still to come. */
export function isAhead(meeting: Meeting | null, nowMs: number): boolean {
  return meeting !== null && meeting.status === 'scheduled' && meeting.startMs > nowMs;
}

/** Returns the letter that a change of one session makes due for its client; null for none. */
export function letterOfChange({ before, after, toldMs, waiting, nowMs }: Change): DueKind | null {
  if (after && isAhead(after, nowMs)) {
    if (toldMs === null && waiting) return waiting;
    const knownMs = toldMs ?? (before && isAhead(before, nowMs) ? before.startMs : null);
    if (knownMs === null) return 'session-planned';
    return knownMs === after.startMs ? null : 'session-moved';
  }
  const isGone = after === null || (after.status === 'canceled' && after.startMs > nowMs);
  if (!isGone || !before || before.status === 'canceled' || before.startMs <= nowMs) return null;
  // A deleted session that no letter named was a mistake or is not known; a cancelled one was arranged by telephone.
  const isKnown = toldMs !== null || (after !== null && before.status === 'scheduled');
  return isKnown ? 'session-cancelled' : null;
}
