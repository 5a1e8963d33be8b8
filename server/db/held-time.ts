import type { HeldTime } from '#domain/availability/busy-time.ts';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import type { Reader, Write } from '#server/db/database.ts';
import { insertPrepared } from '#server/db/prepared-insert.ts';
import { preparedQuery } from '#server/db/prepared-query.ts';
import type { OwnerId } from '#server/identity/actor.ts';

/** The record that holds the time. */
export interface HeldBy {
  source: 'session' | 'booking';
  sourceId: string;
}

/** Half-open, epoch milliseconds, at most a day. */
export interface NewHeldTime extends HeldBy {
  owner: OwnerId;
  startMs: number;
  endMs: number;
  /** The practitioner overlaps on purpose. */
  deliberate: boolean;
}

const LONGEST_MS = SESSION_DURATION.max * 60_000;

/**
 * Holds time for a session or a booking. If the time is not free, throws an error that `overlapViolation` recognises.
 */
export async function holdTime(write: Write, held: NewHeldTime): Promise<void> {
  await write.lock(held.owner);
  await insertPrepared(write.trx, 'held_time', {
    user: held.owner,
    start_ms: held.startMs,
    end_ms: held.endMs,
    source: held.source,
    source_id: held.sourceId,
    deliberate: held.deliberate ? 1 : 0,
  });
}

/** Deleting a session or a booking releases its time without this call. */
export async function releaseTime(write: Write, owner: OwnerId, { source, sourceId }: HeldBy): Promise<void> {
  await deleteHeld(write.trx, owner, source, sourceId);
}

const deleteHeld = preparedQuery((db, value) =>
  db
    .deleteFrom('held_time')
    .where('user', '=', value(0))
    .where('source', '=', value(1))
    .where('source_id', '=', value(2)),
);

/**
 * Returns the held time that overlaps `startMs`–`endMs` (epoch milliseconds, half-open), in order, without `except`.
 */
export async function heldBetween(
  reader: Reader,
  owner: OwnerId,
  startMs: number,
  endMs: number,
  except?: HeldBy,
): Promise<HeldTime[]> {
  // No row has the id ''.
  const { source, sourceId } = except ?? { source: 'session', sourceId: '' };
  return findHeld(reader, owner, startMs, endMs, startMs - LONGEST_MS, source, sourceId);
}

const findHeld = preparedQuery((db, value) =>
  db
    .selectFrom('held_time')
    .select(['start_ms as start', 'end_ms as end'])
    .where('user', '=', value(0))
    .where('end_ms', '>', value(1))
    .where('start_ms', '<', value(2))
    // No row is longer, so the index is not read from the beginning of the practice.
    .where('start_ms', '>', value(3))
    .where((row) => row.or([row('source', '!=', value(4)), row('source_id', '!=', value(5))]))
    .orderBy('start_ms'),
);
