import type { CalendarEvent } from '#proofs/support/letters/histories/mailbox.ts';
import { type Sessions, standingOf, type StoredSession } from '#proofs/support/letters/histories/standing.ts';

export interface Comparison {
  /** What stands and is not in the calendar. */
  missing: StoredSession[];
  /** What is in the calendar and does not stand. */
  left: (CalendarEvent & { meeting: string })[];
}

/**
 * Compares the meetings announced to a client with the stored sessions. `named` maps the UID of a deleted session to the
 * session that took its place in calendars, also after the deleted one is restored; `known` is that map of the last call.
 */
export function compared(
  client: string,
  meetings: Comparison['left'],
  sessions: Sessions,
  nowMs: number,
  known: ReadonlyMap<string, string>,
): Comparison & { named: Map<string, string> } {
  const told = new Map(meetings.map((event) => [event.uid, event]));
  const named = new Map<string, string>();
  const stands = [...sessions.values()].filter(
    (session) => session.startMs > nowMs && standingOf(session, client) === session.meeting,
  );
  const others: StoredSession[] = [];
  for (const session of stands) {
    if (told.get(session.id)?.meeting === session.meeting) told.delete(session.id);
    else others.push(session);
  }
  // A meeting that was deleted and planned again keeps the name by which calendars know it.
  const missing = others.filter((session) => {
    const same = [...told.values()].find(
      ({ uid, meeting }) => meeting === session.meeting && (!sessions.has(uid) || known.get(uid) === session.id),
    );
    if (same) {
      told.delete(same.uid);
      named.set(same.uid, session.id);
    }
    return !same;
  });
  return { missing, left: [...told.values()], named };
}
