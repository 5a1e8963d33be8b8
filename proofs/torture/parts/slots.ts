import { printEpochMilliseconds } from '#domain/time/instant.ts';
import { freeDays } from '#server/practice/booking/free-days.ts';
import { findProfileByHash } from '#server/practice/booking/read-booking-page.ts';
import type { Database } from '#server/ground/db/database.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { openTestDatabase } from '#proofs/support/engines.ts';
import { addClient, addPractitioner, sessionRow } from '#proofs/support/rows.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import type { Part } from '#proofs/torture/part.ts';

const SESSIONS = 10_000;
const DAYS = 31;
const RUNS = 300;
const WANTED_MS = 5;
const HOUR = 3_600_000;
const BATCH = 500;

/** A month of free times in a practice with many years of sessions, from the link to the response. */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using data = await openTestDatabase(engine);
    const { db } = data;
    const now = Temporal.Now.instant();
    const owner = await addPractitioner(db, {}, { booking_hash: 'many-years' });
    await addWorkingWeek(db, owner);
    await addYears(db, owner, now);
    const from = now.toZonedDateTimeISO('Europe/Moscow').toPlainDate();
    const range = { from, to: from.add({ days: DAYS - 1 }) };
    const times: number[] = [];
    let offered = 0;
    for (let count = 0; count < RUNS; count += 1) {
      const begun = performance.now();
      const profile = await findProfileByHash(db.read, 'many-years');
      const days = profile ? await freeDays(db.read, profile, range, now) : [];
      times.push(performance.now() - begun);
      offered = days.reduce((sum, { slots }) => sum + slots.length, 0);
    }
    const [median = 0, most = 0] = [0.5, 0.95].map((part) => times.toSorted((a, b) => a - b)[Math.floor(RUNS * part)]);
    tell({
      what: `${DAYS} days of free times beside ${SESSIONS} sessions`,
      where: engine,
      measured: `median ${median.toFixed(2)} ms, 95 % ${most.toFixed(2)} ms, ${offered} slots`,
      wanted: `median ≤ ${WANTED_MS} ms`,
      ok: median <= WANTED_MS && offered > 0,
    });
  }
};

/** A session every third hour by day and night, two thirds of them past, each with its held time. */
async function addYears(db: Database, owner: OwnerId, now: Temporal.Instant): Promise<void> {
  const client = await addClient(db, owner);
  const first = now.epochMilliseconds - Math.floor((SESSIONS * 2) / 3) * 3 * HOUR;
  const starts = Array.from({ length: SESSIONS }, (_, index) => first + index * 3 * HOUR);
  for (let index = 0; index < SESSIONS; index += BATCH) {
    const sessions = starts.slice(index, index + BATCH).map((start_ms) => ({
      start_ms,
      row: sessionRow(owner, client.id, { date: printEpochMilliseconds(start_ms) }),
    }));
    const held = sessions.map(({ start_ms, row }) => ({
      user: owner,
      start_ms,
      end_ms: start_ms + HOUR,
      source: 'session' as const,
      source_id: row.id,
      deliberate: 0 as const,
    }));
    await db.write(async ({ trx }) => {
      await trx
        .insertInto('sessions')
        .values(sessions.map(({ row }) => row))
        .execute();
      await trx.insertInto('held_time').values(held).execute();
    });
  }
}
