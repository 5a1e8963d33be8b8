import type { SERIES_STATUSES } from '#domain/series/series.ts';
import type { SessionStatus } from '#domain/sessions/session.ts';
import type { SeriesChangeRequest } from '#web/practice/series/calls.ts';

/** The fields of an occurrence that a series has too; day and time are in the practitioner's zone. */
export interface OccurrenceFields {
  date: string;
  time: string;
  /** Minutes. */
  duration: number | string;
  status: SessionStatus;
}

/** The new values for the sessions of a series; only edited fields are set. */
export type OccurrenceRequest = Pick<SeriesChangeRequest, 'start' | 'duration' | 'status'>;

/**
 * Returns the part of an edit that could apply to the whole series; null if the edit concerns only that session: its
 * texts, its outcome, and anything about a session that took place, is cancelled or has begun.
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
