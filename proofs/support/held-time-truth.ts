import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Reader } from '#server/ground/db/database.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

const MINUTE = 60_000;

type Held = Pick<Row<'held_time'>, 'source' | 'source_id' | 'start_ms' | 'end_ms'>;

/**
 * Returns descriptions of faults in a practitioner's held time: rows without a session or request, sessions and
 * requests without a row, and overlaps without a deliberate one. Empty where all is well.
 */
export async function heldTimeFaults(db: Reader, owner: OwnerId): Promise<string[]> {
  const held = await db.selectFrom('held_time').selectAll().where('user', '=', owner).orderBy('start_ms').execute();
  const due = await heldByRecords(db, owner);
  const [stored, wanted] = [new Set(held.map(inWords)), new Set(due.map(inWords))];
  return [
    ...[...stored.difference(wanted)].map((row) => `holds for nothing: ${row}`),
    ...[...wanted.difference(stored)].map((row) => `does not hold: ${row}`),
    ...held.flatMap((row, index) =>
      held
        .slice(index + 1)
        .filter((next) => next.start_ms < row.end_ms && next.deliberate + row.deliberate === 0)
        .map((next) => `twice at once: ${inWords(row)}, ${inWords(next)}`),
    ),
  ];
}

async function heldByRecords(db: Reader, owner: OwnerId): Promise<Held[]> {
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'date', 'duration'])
    .where('user', '=', owner)
    .where('status', '!=', 'canceled')
    .execute();
  const requests = await db
    .selectFrom('booking')
    .select(['id', 'date'])
    .where('user', '=', owner)
    .where('held_since', 'is not', null)
    .execute();
  const hold = (source: Held['source'], source_id: string, date: string, minutes: number): Held => {
    const start_ms = parseStoredInstant(date).epochMilliseconds;
    return { source, source_id, start_ms, end_ms: start_ms + minutes * MINUTE };
  };
  return [
    ...sessions.map(({ id, date, duration }) => hold('session', id, date, duration)),
    ...requests.map(({ id, date }) => hold('booking', id, date, BOOKING_DURATION)),
  ];
}

function inWords({ source, source_id, start_ms, end_ms }: Held): string {
  const [start, end] = [start_ms, end_ms].map((ms) => Temporal.Instant.fromEpochMilliseconds(ms).toString());
  return `${source} ${source_id} ${start}–${end}`;
}
