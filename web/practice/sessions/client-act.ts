/** What a client does with a session by their link; 'late' is a cancellation after the limit. */
export type ClientAct = 'moved' | 'client' | 'late';

/** What the client did in this very change of a session, which has its time; null for a change by the practitioner. */
export function clientAct(session: Record<string, unknown>): ClientAct | null {
  const { outcome, outcome_at, updated, moves } = session;
  if (outcome_at !== updated) return null;
  if (outcome === 'client' || outcome === 'late') return outcome;
  return outcome === '' && Number(moves) > 0 ? 'moved' : null;
}
