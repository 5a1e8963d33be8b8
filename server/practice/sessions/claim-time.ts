import { slotTaken } from '#domain/errors.ts';
import { holdsTime } from '#domain/sessions/session.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/action.ts';
import { heldBetween, holdTime } from '#server/ground/db/held-time.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';

const MINUTE = 60_000;

/** Holds the time of a session, which holds none yet. Throws `slot_taken` for held time unless it may overlap. */
export async function claimTime(
  { write, owner }: Action,
  session: Decoded<'sessions'>,
  allowOverlap: boolean,
): Promise<void> {
  if (!holdsTime(session.status)) return;
  await write.lock(owner);
  const startMs = parseStoredInstant(session.date).epochMilliseconds;
  const endMs = startMs + session.duration * MINUTE;
  const deliberate = (await heldBetween(write.trx, owner, startMs, endMs)).length > 0;
  if (deliberate && !allowOverlap) throw slotTaken();
  await holdTime(write, { owner, source: 'session', sourceId: session.id, startMs, endMs, deliberate });
}
