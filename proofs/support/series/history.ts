import type { Random } from '#demo/seeded.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { heldTimeFaults } from '#proofs/support/held-time-truth.ts';
import type { SeriesPractice } from '#proofs/support/series/series-calls.ts';
import type { Seen, SeriesModel } from '#proofs/support/series/series-model.ts';
import type { TestServer } from '#proofs/support/test-server.ts';

export const ZONE = 'Europe/Berlin';

/** One practice under random edits, and the model of what it should be. */
export interface History {
  server: TestServer;
  practice: SeriesPractice;
  random: Random;
  now: string;
  series: Map<string, SeriesModel>;
  /** The series that were ended, with the `until` from before. */
  ended: Map<string, string>;
  /** Sessions of no series. */
  others: Seen[];
  log: string[];
}

/** Gives what the server has made its ids. */
export async function adopt({ server, practice, series }: History): Promise<void> {
  const rows = await sessionRows(server, practice);
  for (const { id, series: of, occurrence } of rows) {
    const cell = series.get(of)?.cells.get(occurrence);
    if (cell !== undefined && cell !== 'skip' && cell.id === '') cell.id = id;
  }
}

async function sessionRows({ context: { db } }: TestServer, { owner }: SeriesPractice): Promise<Decoded<'sessions'>[]> {
  const rows = await db.read.selectFrom('sessions').selectAll().where('user', '=', owner).execute();
  return openRows(db.read, 'sessions', rows);
}

/** Compares all that the practice has with the model. */
export async function difference({ server, practice, series, others, now }: History): Promise<string[]> {
  const { read } = server.context.db;
  const rows = await sessionRows(server, practice);
  const skips = await read.selectFrom('series_skips').selectAll().where('user', '=', practice.owner).execute();
  const rules = await read.selectFrom('series').selectAll().where('user', '=', practice.owner).execute();
  const stored = [
    ...rows.map((row) =>
      [row.series, row.occurrence, row.id, wallOf(row.date), row.duration, row.status, row.news].join(' '),
    ),
    ...skips.map((skip) => `${skip.series} ${skip.occurrence} skip`),
    ...rules.map((rule) => [rule.id, rule.until, rule.made_until, rule.every_weeks, rule.duration].join(' ')),
  ];
  const wanted = [
    ...others.map((one) => ['', '', one.id, one.at, one.duration, one.status, one.news].join(' ')),
    ...[...series].flatMap(([id, { cells, until, madeUntil, weeks, duration }]) => [
      [id, until, madeUntil, weeks, duration].join(' '),
      ...[...cells].map(([date, one]) =>
        one === 'skip'
          ? `${id} ${date} skip`
          : [id, date, one.id, one.at, one.duration, one.status, one.news].join(' '),
      ),
    ]),
  ];
  const [there, due] = [new Set(stored), new Set(wanted)];
  return [
    ...[...due.difference(there)].map((line) => `is missing: ${line}`),
    ...[...there.difference(due)].map((line) => `is too much: ${line}`),
    ...(await heldTimeFaults(read, practice.owner)),
  ].map((line) => `${now}: ${line}`);
}

export function wallOf(instant: string): string {
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(ZONE);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'minute' });
}

export function instantOf(wall: string): string {
  return Temporal.PlainDateTime.from(wall).toZonedDateTime(ZONE).toInstant().toString().replace('T', ' ');
}
