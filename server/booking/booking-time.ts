import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Write } from '#server/db/database.ts';
import { holdTime } from '#server/db/held-time.ts';
import type { Row } from '#server/db/schema.ts';
import { ownerId } from '#server/identity/actor.ts';

const HOUR_MS = BOOKING_DURATION * 60_000;

/** Holds the hour of a pending request. Throws what `overlapViolation` recognises over time that is held. */
export async function holdRequestTime(
  write: Write,
  request: Pick<Row<'booking'>, 'id' | 'user' | 'date'>,
): Promise<void> {
  const owner = ownerId(request.user);
  const startMs = parseStoredInstant(request.date).epochMilliseconds;
  const endMs = startMs + HOUR_MS;
  await holdTime(write, { owner, source: 'booking', sourceId: request.id, startMs, endMs, deliberate: false });
}
