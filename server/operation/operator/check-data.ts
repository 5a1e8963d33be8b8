import { sql } from 'kysely';
import { parseStoredInstant } from '#domain/time/instant.ts';
import type { Context } from '#server/ground/context.ts';
import { readState, type State } from '#server/operation/metrics/read-state.ts';
import { type Found, failed, ok, warning } from '#server/operation/operator/check.ts';
import { VERSION } from '#server/ground/process/version.ts';

/** Letters that wait for minutes are usual; with this many the mail server is probably unreachable. */
const MANY_WAITING = 20;
/** How far clocks may differ. */
const APART_SECONDS = 60;

/** What `doctor` reads of the data, in the process that has it open. */
export interface DataState extends Pick<State, 'version' | 'engine' | 'letters'> {
  /** The instant of the newest entry of any journal, as stored; '' without one. */
  newest: string;
  /** The clock of the database, in epoch seconds; null where that is this machine's. */
  databaseClock: number | null;
}

export async function readDataState(context: Context): Promise<DataState> {
  const { read, engine } = context.db;
  const { version, letters } = await readState(context);
  const row = await read.selectFrom('journal').select('created').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const clock =
    engine === 'postgres'
      ? await sql<{ at: number }>`select cast(extract(epoch from clock_timestamp()) as double precision) as at`.execute(
          read,
        )
      : null;
  return { version, engine, letters, newest: row?.created ?? '', databaseClock: clock?.rows[0]?.at ?? null };
}

/** Checks whether letters wait or were given up. */
export function checkLetters({ letters }: DataState): Found {
  if (letters === null) return failed('DATABASE_URL leads to a database that says nothing of its letters.');
  const says = `Letters waiting: ${letters.waiting}, given up in the last 30 days: ${letters.failed}.`;
  return letters.waiting >= MANY_WAITING || letters.failed > 0 ? warning(says) : ok(says);
}

/** Checks this machine's clock against what it wrote before, and against the database's. */
export function checkClock({ newest, databaseClock }: DataState, now: Temporal.Instant): Found {
  const seconds = now.epochMilliseconds / 1000;
  if (databaseClock !== null && Math.abs(databaseClock - seconds) > APART_SECONDS) {
    return failed('The clocks of this machine and of the database of DATABASE_URL are more than a minute apart.');
  }
  const latest = newest === '' ? 0 : parseStoredInstant(newest).epochMilliseconds / 1000;
  if (latest - seconds > APART_SECONDS) return failed('The clock is behind what was written before: set it right.');
  return ok(`The clock says ${now.toString({ smallestUnit: 'second' })}.`);
}

/** Checks whether the running program and this command have the same version. */
export function checkVersions({ version, engine }: Pick<DataState, 'version' | 'engine'>): Found {
  if (version !== VERSION) return warning(`The running program is Kabinet ${version}, this is ${VERSION}: restart it.`);
  return ok(`Kabinet ${VERSION} on Node ${process.version}, ${engine === 'postgres' ? 'PostgreSQL' : 'SQLite'}.`);
}
