import { slotTaken } from '#domain/errors.ts';
import { holdsTime } from '#domain/sessions/session.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/ground/db/action.ts';
import { heldBetween, holdTime } from '#server/ground/db/held-time.ts';
import type { Row } from '#server/ground/db/schema.ts';

const MINUTE = 60_000;

/** How taken time is treated: a refusal with `date: slot_taken` and this status, or a deliberate overlap. */
export interface OverTaken {
  allowOverlap: boolean;
  refusal: 400 | 409;
}

/** Checks the time of a session against what is held, and holds it; the session holds no time yet. */
export async function claimTime(
  { write, owner }: Action,
  session: Row<'sessions'>,
  overTaken: OverTaken,
): Promise<void> {
  if (!holdsTime(session.status)) return;
  await write.lock(owner);
  const startMs = parseStoredInstant(session.date).epochMilliseconds;
  const endMs = startMs + session.duration * MINUTE;
  const deliberate = (await heldBetween(write.trx, owner, startMs, endMs)).length > 0;
  if (deliberate && !overTaken.allowOverlap) throw slotTaken('date', overTaken.refusal);
  await holdTime(write, { owner, source: 'session', sourceId: session.id, startMs, endMs, deliberate });
}
