import { sql } from 'kysely';
import { SERIES_LIMITS } from '#domain/series/series.ts';
import type { Database } from '#server/ground/db/database.ts';
import { addClient, addPractitioner } from '#proofs/support/rows.ts';
import { type SeriesPractice, seriesPractice } from '#proofs/support/series/series-calls.ts';
import { openTestServer } from '#proofs/support/test-server.ts';
import { addWorkingWeek } from '#proofs/support/working-week.ts';
import type { Part } from '#proofs/torture/part.ts';

const NEIGHBOURS = 200;
const SESSIONS_OF_EACH = 5000;
const SERIES = 60;
const FIVE_YEARS = 260;
const RUNS = 20;
const WHOLE = SERIES_LIMITS.mostOccurrences;
const BARS = { sqlite: { save: 150, preview: 50, list: 20 }, postgres: { save: 300, preview: 50, list: 20 } } as const;

/** Runs a call and takes its time. */
type Measure = <Result>(send: () => Promise<Result>) => Promise<Result>;

/** The calls of series through HTTP in a full practice of five years, in a database with a million sessions of others. */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    await using server = await openTestServer(engine);
    const { db } = server.context;
    for (let count = 0; count < NEIGHBOURS; count += 1) await addNeighbour(db, count);
    // As the server of the database does by itself after a while.
    if (engine === 'postgres') {
      for (const table of ['sessions', 'held_time']) await sql`analyze ${sql.table(table)}`.execute(db.read);
    }
    const practice = await seriesPractice(await server.practitioner());
    await addWorkingWeek(db, practice.owner, { start_time: '08:00', end_time: '20:00' });
    await addSeries(practice);
    const bars = BARS[engine];
    const show = async (what: string, bar: number, call: (at: number, measure: Measure) => Promise<unknown>) => {
      const times: number[] = [];
      let worked = 0;
      const measure: Measure = async (send) => {
        const [began, before] = [performance.now(), process.cpuUsage()];
        const result = await send();
        times.push(performance.now() - began);
        const { user, system } = process.cpuUsage(before);
        worked += (user + system) / 1000;
        return result;
      };
      for (let at = 0; at < RUNS; at += 1) await call(at, measure);
      // Of server and caller: on a machine with other work the better measure.
      const work = worked / RUNS;
      const [median = 0, most = 0] = [0.5, 0.95].map(
        (part) => times.toSorted((a, b) => a - b)[Math.floor(RUNS * part)],
      );
      tell({
        what: `${what} beside ${SERIES} series over five years and ${NEIGHBOURS * SESSIONS_OF_EACH} sessions of others`,
        where: engine,
        measured: `median ${median.toFixed(1)} ms, 95 % ${most.toFixed(1)} ms, work ${work.toFixed(1)} ms a call`,
        wanted: `median ≤ ${bar} ms`,
        ok: median <= bar,
      });
    };
    const wish = (day: string, hour: number) => ({
      start: `2026-11-${day}T${String(hour).padStart(2, '0')}:00`,
      every_weeks: 1,
      count: WHOLE,
    });
    await show(`preview of ${WHOLE}`, bars.preview, (_, measure) => measure(() => practice.preview(wish('22', 10))));
    await show(`preview of ${WHOLE}, half of them taken`, bars.preview, (_, measure) =>
      measure(() => practice.preview(wish('23', 8))),
    );
    await show(`save of ${WHOLE}`, bars.save, async (at, measure) => {
      const { digest } = await practice.preview(wish('22', at % 20));
      const { series } = await measure(() => practice.save(wish('22', at % 20), { digest }));
      await practice.end(series.id, '2026-11-22');
    });
    for (const [what, to] of [
      ['a month of the calendar', '2028-02-01'],
      ['a week of the calendar', '2028-01-08'],
    ] as const) {
      const filter = `user = '${practice.owner}' && date >= '2028-01-01' && date < '${to}'`;
      const query = { filter, sort: 'date', expand: 'client', skipTotal: true };
      await show(what, bars.list, (_, measure) =>
        measure(() => practice.pb.collection('sessions').getList(1, 1000, query)),
      );
    }
  }
};

/** A client every hour by day and night, half a year back and ahead. */
async function addNeighbour(db: Database, count: number): Promise<void> {
  const owner = await addPractitioner(db);
  const client = await addClient(db, owner);
  const first = Temporal.Instant.from('2026-08-01T00:00:00Z').epochMilliseconds;
  const numbers =
    db.engine === 'postgres'
      ? sql`generate_series(0::bigint, ${sql.lit(SESSIONS_OF_EACH - 1)}) as numbers (n)`
      : sql`(with recursive up (n) as (select 0 union all select n + 1 from up where n < ${sql.lit(SESSIONS_OF_EACH - 1)})
          select n from up) as numbers`;
  const startMs = sql`cast(${first} as bigint) + n * 3600000`;
  const [id, date] =
    db.engine === 'postgres'
      ? [
          sql`lpad((${sql.lit(count * SESSIONS_OF_EACH)} + n)::text, 15, '0')`,
          sql`to_char(to_timestamp((${startMs}) / 1000) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS".000Z"')`,
        ]
      : [
          sql`printf('%015d', ${sql.lit(count * SESSIONS_OF_EACH)} + n)`,
          sql`strftime('%Y-%m-%d %H:%M:%S.000Z', (${startMs}) / 1000, 'unixepoch')`,
        ];
  const stamp = '2026-11-21 09:00:00.000Z';
  await db.write(async ({ trx }) => {
    await sql`
      insert into sessions (id, "user", client, date, duration, status, created, updated)
      select ${id}, ${owner}, ${client.id}, ${date}, 60, 'scheduled', ${stamp}, ${stamp} from ${numbers}
    `.execute(trx);
    // Deliberate rows are stored without a look for others, which would take an hour.
    await sql`
      insert into held_time ("user", start_ms, end_ms, source, source_id, deliberate)
      select ${owner}, ${startMs}, ${startMs} + 3600000, 'session', ${id}, 1 from ${numbers}
    `.execute(trx);
  });
}

/** A weekly client for each hour of the working week. */
async function addSeries(practice: SeriesPractice): Promise<void> {
  for (let at = 0; at < SERIES; at += 1) {
    const [day, hour] = [23 + Math.floor(at / 12), 8 + (at % 12)];
    const start = `2026-11-${day}T${String(hour).padStart(2, '0')}:00`;
    await practice.save({ start, every_weeks: 1, count: FIVE_YEARS });
  }
}
