import { slotTaken } from '#domain/errors.ts';
import { holdsTime } from '#domain/sessions/session.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { holdOverlapping } from '#server/ground/db/held-time.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';

const MINUTE = 60_000;

/**
 * Holds the time of a session that holds none yet. Throws `slot_taken` if the time is taken, unless it may overlap; the
 * caller's transaction must end then.
 */
export async function claimTime(
  { write, owner }: Action,
  session: Decoded<'sessions'>,
  allowOverlap: boolean,
): Promise<void> {
  if (!holdsTime(session.status)) return;
  const startMs = parseStoredInstant(session.date).epochMilliseconds;
  const endMs = startMs + session.duration * MINUTE;
  const overlaps = await holdOverlapping(write, { owner, source: 'session', sourceId: session.id, startMs, endMs });
  if (overlaps && !allowOverlap) throw slotTaken();
}
