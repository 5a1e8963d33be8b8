import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import type { ArchiveList, ArchiveRow } from '#domain/archive/columns.ts';
import { holdsTime } from '#domain/sessions/session.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Action } from '#server/db/action.ts';
import { holdTimes, type NewHeldTime } from '#server/db/held-time.ts';

const ROWS_AT_ONCE = 500;

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

/** Holds the time of imported rows; those that overlap do so because the practitioner wanted it once. */
export async function holdImported(action: Action, added: readonly HeldByRow[]): Promise<void> {
  const { write, owner } = action;
  const there = await write.trx
    .selectFrom('held_time')
    .select(['start_ms as startMs', 'end_ms as endMs'])
    .where('user', '=', owner)
    .execute();
  const deliberate = overlapping([...added, ...there]);
  const rows = added.map((held) => ({ ...held, deliberate: deliberate.has(held) }));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await holdTimes(write, owner, rows.slice(at, at + ROWS_AT_ONCE));
}

type Span = Pick<HeldByRow, 'startMs' | 'endMs'>;

/** Returns the spans that overlap another one. */
function overlapping(spans: readonly Span[]): Set<Span> {
  const found = new Set<Span>();
  let longest: Span | undefined;
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    if (longest && span.startMs < longest.endMs) found.add(span).add(longest);
    if (!longest || span.endMs > longest.endMs) longest = span;
  }
  return found;
}
