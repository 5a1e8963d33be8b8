import type { SERIES_STATUSES } from '#domain/series/series.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import type { SeriesChangeRequest } from '#web/practice/series/calls.ts';

/** The fields of an occurrence that a series has too; the day and the time are the practitioner's. */
export interface OccurrenceFields {
  date: string;
  time: string;
  /** Minutes. */
  duration: number | string;
  status: SessionStatus;
}

/** What the sessions of a series are to become: each field only where it was edited. */
export type OccurrenceRequest = Pick<SeriesChangeRequest, 'start' | 'duration' | 'status'>;

/**
 * Returns what an edit of an occurrence could mean for its series; null where it concerns that session alone: its texts,
 * what became of it, and anything about a session that took place, is cancelled or has begun.
 */
export function wishOf(before: OccurrenceFields, after: OccurrenceFields, begun: boolean): OccurrenceRequest | null {
  const { status } = after;
  if (begun || !isPlanned(before.status) || !isPlanned(status)) return null;
  const wish: OccurrenceRequest = {
    ...((before.date !== after.date || before.time !== after.time) && { start: `${after.date}T${after.time}` }),
    ...(Number(before.duration) !== Number(after.duration) && { duration: Number(after.duration) }),
    ...(before.status !== status && { status }),
  };
  return Object.keys(wish).length > 0 ? wish : null;
}

function isPlanned(status: SessionStatus): status is (typeof SERIES_STATUSES)[number] {
  return status === 'scheduled' || status === 'reserved';
}
