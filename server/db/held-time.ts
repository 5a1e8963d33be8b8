import type { HeldTime } from '#domain/availability/busy-time.ts';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import type { Reader, Write } from '#server/db/database.ts';
import type { OwnerId } from '#server/records/actor.ts';

/** What holds the time. */
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
 * Makes everybody else who changes this practitioner's clients or held time wait for the end of the transaction: first
 * in it, before anything is counted or looked up. On SQLite a write is alone from its beginning.
 */
export async function lockPractitioner(write: Write, owner: OwnerId): Promise<void> {
  if (write.engine === 'sqlite') return;
  // "no key": rows that only refer to the practitioner are still inserted meanwhile, and cannot deadlock with this.
  await write.trx.selectFrom('users').select('id').where('id', '=', owner).forNoKeyUpdate().execute();
}

/** Holds time for a session or a booking. Throws what `overlapViolation` recognises where the time is not free. */
export async function holdTime(write: Write, held: NewHeldTime): Promise<void> {
  await lockPractitioner(write, held.owner);
  await write.trx
    .insertInto('held_time')
    .values({
      user: held.owner,
      start_ms: held.startMs,
      end_ms: held.endMs,
      source: held.source,
      source_id: held.sourceId,
      deliberate: held.deliberate ? 1 : 0,
    })
    .execute();
}

/** Deleting a session or a booking does this by itself. */
export async function releaseTime(write: Write, owner: OwnerId, { source, sourceId }: HeldBy): Promise<void> {
  await write.trx
    .deleteFrom('held_time')
    .where('user', '=', owner)
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .execute();
}

/** The held time that overlaps `startMs`–`endMs` (epoch milliseconds, half-open), in order; `except` is left out. */
export async function heldBetween(
  reader: Reader,
  owner: OwnerId,
  startMs: number,
  endMs: number,
  except?: HeldBy,
): Promise<HeldTime[]> {
  let query = reader
    .selectFrom('held_time')
    .select(['start_ms as start', 'end_ms as end'])
    .where('user', '=', owner)
    .where('start_ms', '<', endMs)
    .where('end_ms', '>', startMs)
    // No row is longer, so the index need not be read from the beginning of the practice.
    .where('start_ms', '>', startMs - LONGEST_MS)
    .orderBy('start_ms');
  if (except) {
    query = query.where((row) => row.or([row('source', '!=', except.source), row('source_id', '!=', except.sourceId)]));
  }
  return query.execute();
}
