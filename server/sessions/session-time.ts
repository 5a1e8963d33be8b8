import { z } from 'zod';
import { slotTaken } from '#domain/errors.ts';
import { holdsTime, SESSION_STATUSES } from '#domain/sessions/session.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Write } from '#server/db/database.ts';
import { heldBetween, holdTime, releaseTime } from '#server/db/held-time.ts';
import type { Row } from '#server/db/schema.ts';
import { ownerId } from '#server/identity/actor.ts';

const MINUTE = 60_000;

type SessionTime = Pick<Row<'sessions'>, 'id' | 'user' | 'date' | 'duration' | 'status'>;

const storedStatus = z.enum(SESSION_STATUSES);

function holds(session: Pick<SessionTime, 'status'>): boolean {
  return holdsTime(storedStatus.parse(session.status));
}

/** False when start, length and whether it holds time are what they were. */
export function timeChanged(before: SessionTime, after: SessionTime): boolean {
  return before.date !== after.date || before.duration !== after.duration || holds(before) !== holds(after);
}

/**
 * Gives a session the time it stands for, in the place of what it held before. Over time that is taken: a refusal with
 * `date: slot_taken` and the status asked for, or a deliberate row where the practitioner allows the overlap.
 */
export async function claimSessionTime(
  write: Write,
  session: SessionTime,
  { allowOverlap, refusal }: { allowOverlap: boolean; refusal: 400 | 409 },
): Promise<void> {
  const owner = ownerId(session.user);
  await write.lock(owner);
  await releaseTime(write, owner, { source: 'session', sourceId: session.id });
  if (!holds(session)) return;
  const startMs = parseStoredInstant(session.date).epochMilliseconds;
  const endMs = startMs + session.duration * MINUTE;
  const overlapped = await heldBetween(write.trx, owner, startMs, endMs);
  const deliberate = overlapped.length > 0;
  if (deliberate && !allowOverlap) throw slotTaken('date', refusal);
  await holdTime(write, { owner, source: 'session', sourceId: session.id, startMs, endMs, deliberate });
}
