import type { SessionOutcome, SessionStatus } from '#domain/sessions/session.ts';
import type { StoredInstant } from '#domain/time/instant.ts';
import { pb, quietly } from '#web/ground/api/client.ts';
import { hasCode } from '#web/ground/api/errors.ts';

export const CHANGED_ELSEWHERE = 'Сессию изменили в\u00A0другом месте';

/** A session as shown in this window. */
export interface SeenSession {
  id: string;
  date: StoredInstant;
  status: SessionStatus;
}

export type SeenChanges = Partial<SeenSession> & {
  duration?: number;
  place?: string;
  outcome?: 'no_show' | 'late' | '';
  allowOverlap: boolean;
};

/** Changes a session; returns false, and changes nothing, if it is no longer as `seen`. */
export async function changeSeen(
  { id, date, status }: SeenSession,
  changes: SeenChanges,
  silent = false,
): Promise<boolean> {
  try {
    await pb.collection('sessions').update(id, { ...changes, seen: { date, status } }, quietly(silent));
    return true;
  } catch (error) {
    if (hasCode(error, 'seen', 'session_changed')) return false;
    throw error;
  }
}

/** The current state of a session that another window has changed. */
export function readState(
  id: string,
): Promise<Omit<SeenSession, 'id'> & { duration: number; place: string; outcome: SessionOutcome }> {
  return pb.collection('sessions').getOne(id, { fields: 'date,status,duration,place,outcome' });
}
