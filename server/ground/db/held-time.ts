import { sql } from 'kysely';
import type { HeldTime } from '#domain/availability/busy-time.ts';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import type { Engine, Reader, Write } from '#server/ground/db/database.ts';
import { idList, ownerBesideIds, insertPrepared, preparedQuery } from '#server/ground/db/query.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

/** The record that holds the time. */
export interface HeldBy {
  source: 'session' | 'booking';
  sourceId: string;
}

/** A half-open span in epoch milliseconds, at most a day long. */
export interface NewHeldTime extends HeldBy {
  owner: OwnerId;
  startMs: number;
  endMs: number;
  /** Whether the practitioner overlaps other time on purpose. */
  deliberate: boolean;
}

const LONGEST_MS = SESSION_DURATION.max * 60_000;

/**
 * Holds time for a session or a booking. If the time is not free, throws an error that `overlapViolation` recognises.
 */
export async function holdTime(write: Write, held: NewHeldTime): Promise<void> {
  await write.lock(held.owner);
  await insertPrepared(write.trx, 'held_time', heldRow(held));
}

/** The same for a practitioner, who may overlap on purpose. Returns whether the time overlaps other held time. */
export async function holdOverlapping(write: Write, held: Omit<NewHeldTime, 'deliberate'>): Promise<boolean> {
  await write.lock(held.owner);
  const { owner, source, sourceId, startMs, endMs } = held;
  const [row] = await insertOverlapping(write.trx, owner, source, sourceId, startMs, endMs, startMs - LONGEST_MS);
  return row?.deliberate === 1;
}

const insertOverlapping = preparedQuery((db, value) => {
  const others = db
    .selectFrom('held_time')
    .select('source_id')
    .where('user', '=', value(0))
    .where('end_ms', '>', value(3))
    .where('start_ms', '<', value(4))
    // No row is longer than that, so the index is not read from its beginning.
    .where('start_ms', '>', value(5));
  return db
    .insertInto('held_time')
    .values({
      user: value(0),
      source: value(1),
      source_id: value(2),
      start_ms: value(3),
      end_ms: value(4),
      deliberate: sql<number>`case when exists ${others} then 1 else 0 end`,
    })
    .returning('deliberate');
});

/** Holds time for many records of one practitioner, in one statement. */
export async function holdTimes(
  write: Write,
  owner: OwnerId,
  held: readonly Omit<NewHeldTime, 'owner'>[],
): Promise<void> {
  if (held.length === 0) return;
  await write.lock(owner);
  const rows = held.map((one) => heldRow({ owner, ...one }));
  await write.trx.insertInto('held_time').values(rows).execute();
}

function heldRow({ owner, startMs, endMs, source, sourceId, deliberate }: NewHeldTime): Row<'held_time'> {
  const place = { user: owner, source, source_id: sourceId };
  return { ...place, start_ms: startMs, end_ms: endMs, deliberate: deliberate ? 1 : 0 };
}

/** Releases the time of many sessions, in one statement. */
export async function releaseSessions({ trx, engine }: Write, owner: OwnerId, ids: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('held_time')
    .where(ownerBesideIds(engine, 'user'), '=', owner)
    .where('source', '=', 'session')
    .where('source_id', 'in', idList(engine, ids))
    .execute();
}

/** Releases the time of a session or a booking that stays; deleting one releases its time without this call. */
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
 * Returns the held time that overlaps `startMs`–`endMs` (epoch milliseconds, half-open), in order, without that of
 * `except`.
 */
export async function heldBetween(
  reader: Reader,
  owner: OwnerId,
  startMs: number,
  endMs: number,
  except?: HeldBy,
): Promise<HeldTime[]> {
  // No row has the id '', so nothing is left out.
  const { source, sourceId } = except ?? { source: 'session', sourceId: '' };
  return findHeld(reader, owner, startMs, endMs, startMs - LONGEST_MS, source, sourceId);
}

/** Held time with its record and the index of the span that it overlaps. */
export interface HeldInSpan extends HeldTime {
  at: number;
  source: HeldBy['source'];
  id: string;
}

/**
 * Returns the held time that overlaps each of many spans (epoch milliseconds, half-open), in order, with one index
 * search for each span, however much is held between them.
 */
export async function heldInSpans(
  reader: Reader,
  engine: Engine,
  owner: OwnerId,
  spans: readonly (readonly [startMs: number, endMs: number])[],
): Promise<HeldInSpan[]> {
  const list = JSON.stringify(spans.map(([start, end], at) => ({ at, start, end })));
  const places =
    engine === 'postgres'
      ? sql`jsonb_to_recordset(cast(${list} as jsonb)) as span (at integer, start bigint, "end" bigint)`
      : sql`(
          select value ->> 'at' as at, value ->> 'start' as start, value ->> 'end' as "end" from json_each(${list})
        ) as span`;
  const isInSpan = sql`"user" = ${owner} and start_ms < span."end" and end_ms > span.start
    and start_ms > span.start - ${sql.lit(LONGEST_MS)}`;
  // Without `offset 0` PostgreSQL compares each span with all held time of the owner, 200 ms for 520 spans.
  const held =
    engine === 'postgres'
      ? sql`lateral (select * from held_time where ${isInSpan} offset 0) as held`
      : sql`held_time as held on ${isInSpan}`;
  const { rows } = await sql<HeldInSpan>`
    select span.at, held.start_ms as start, held.end_ms as "end", held.source, held.source_id as id
    from ${places} cross join ${held}
    order by span.at, held.start_ms
  `.execute(reader);
  return rows;
}

const findHeld = preparedQuery((db, value) =>
  db
    .selectFrom('held_time')
    .select(['start_ms as start', 'end_ms as end'])
    .where('user', '=', value(0))
    .where('end_ms', '>', value(1))
    .where('start_ms', '<', value(2))
    // No row is longer than that, so the index is not read from its beginning.
    .where('start_ms', '>', value(3))
    .where((row) => row.or([row('source', '!=', value(4)), row('source_id', '!=', value(5))]))
    .orderBy('start_ms'),
);
