import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import type { ArchiveList, ArchiveRow } from '#domain/archive/columns.ts';
import { holdsTime } from '#domain/sessions/session.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { NewHeldTime } from '#server/ground/db/held-time.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/** The time that a row holds. */
export type HeldByRow = Omit<NewHeldTime, 'owner' | 'deliberate'>;

/** Returns the time that an imported row holds; null for none. */
export function heldBy(list: ArchiveList, row: object): HeldByRow | null {
  if (list === 'sessions') {
    const { id, date, duration, status } = row as ArchiveRow<'sessions'>;
    return holdsTime(status) ? spanOf('session', id, date, duration) : null;
  }
  if (list !== 'booking') return null;
  const { id, date, status, held_since } = row as ArchiveRow<'booking'>;
  return status === 'pending' && held_since !== '' ? spanOf('booking', id, date, BOOKING_DURATION) : null;
}

function spanOf(source: HeldByRow['source'], sourceId: string, date: string, minutes: number): HeldByRow {
  const startMs = parseStoredInstant(date).epochMilliseconds;
  return { source, sourceId, startMs, endMs: startMs + minutes * 60_000 };
}

/** Returns held time for imported rows; those that overlap count as deliberate, as they once were. */
export async function planHeld(
  reader: Reader,
  owner: OwnerId,
  added: readonly HeldByRow[],
): Promise<Omit<NewHeldTime, 'owner'>[]> {
  const there = await reader
    .selectFrom('held_time')
    .select(['start_ms as startMs', 'end_ms as endMs'])
    .where('user', '=', owner)
    .execute();
  const deliberate = overlapping([...added, ...there]);
  return added.map((held) => ({ ...held, deliberate: deliberate.has(held) }));
}

type Span = Pick<HeldByRow, 'startMs' | 'endMs'>;

/** Returns the spans that overlap any other. */
function overlapping(spans: readonly Span[]): Set<Span> {
  const found = new Set<Span>();
  let longest: Span | undefined;
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    if (longest && span.startMs < longest.endMs) found.add(span).add(longest);
    if (!longest || span.endMs > longest.endMs) longest = span;
  }
  return found;
}
