import { type Kysely, sql } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';
import { type Migration, migrations } from '#server/ground/db/migrations/all.ts';
import { lacksTable } from '#server/ground/db/errors.ts';
import { StartError } from '#server/ground/process/start-error.ts';
import { VERSION } from '#server/ground/process/version.ts';

/** What happens to tables that an older version wrote; tables left 'as they are' must be those of this version. */
export type Tables = 'brought up to date' | 'as they are';

interface MigrationTable {
  name: string;
  applied: string;
}

/** The `warn` of a log. */
type Warn = (what: { version: string; from: string; to: string }, text: string) => void | Promise<void>;

const NO_WAY_BACK = 'the data is brought up to date: no older version opens it any more, the way back is a backup';

/** The key of the advisory lock; no other program of this database uses the number. */
const LOCK_KEY = 5_263_910_741;

/**
 * Brings the tables up to date, each step in its own transaction; with several nodes one takes the next step while the
 * others wait. No older program opens them afterwards: where there are accounts, `warn` ends before the first step.
 * Needs no right to change tables that are up to date. Throws a StartError for a schema from a newer program.
 */
export async function migrate(
  db: Kysely<unknown>,
  engine: Engine,
  known: readonly Migration[] = migrations,
  warn: Warn = () => undefined,
): Promise<void> {
  if (engine === 'postgres' && (await areCurrent(db, known))) return;
  let isFirst = true;
  let pending = true;
  while (pending) {
    pending = await db.transaction().execute(async (trx) => {
      const applied = await readApplied(trx, engine);
      const next = nextStep(applied, known);
      if (!next) return false;
      if (isFirst && (await hasAccounts(trx, applied))) {
        await warn({ version: VERSION, from: applied.at(-1) ?? '', to: known.at(-1)?.name ?? '' }, NO_WAY_BACK);
      }
      isFirst = false;
      await takeStep(trx, engine, next);
      return true;
    });
  }
}

/**
 * Throws a StartError unless the tables are those of this version; for programs that run beside others or only briefly.
 */
export async function refuseOtherTables(db: Kysely<unknown>, known: readonly Migration[] = migrations): Promise<void> {
  const names = await appliedNames(db);
  if (known.every(({ name }) => names.delete(name)) && names.size === 0) return;
  throw new StartError(
    'The data is of another version of Kabinet: start this version first, or use the command of that one.',
  );
}

/** For PostgreSQL, where the program may run as a role that cannot change tables. */
async function areCurrent(db: Kysely<unknown>, known: readonly Migration[]): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('migrations') is not null as there`.execute(db);
  if (!rows[0]?.there) return false;
  const names = await appliedNames(db);
  return names.size === known.length && known.every(({ name }) => names.has(name));
}

async function appliedNames(db: Kysely<unknown>): Promise<Set<string>> {
  try {
    const { rows } = await sql<MigrationTable>`select name, applied from migrations`.execute(db);
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (!lacksTable(error)) throw error;
    throw new StartError(
      'The database has no tables of Kabinet: name the one with the data, or start the program on it first.',
    );
  }
}

/** Returns the names of the steps taken, in order, after waiting for another node that takes one. */
async function readApplied(trx: Kysely<unknown>, engine: Engine): Promise<string[]> {
  if (engine === 'postgres') {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(trx);
  }
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await sql`create table if not exists migrations (name ${text} primary key, applied ${text} not null)`.execute(trx);
  const { rows } = await sql<MigrationTable>`select name, applied from migrations order by name`.execute(trx);
  return rows.map(({ name }) => name);
}

function nextStep(applied: readonly string[], known: readonly Migration[]): Migration | undefined {
  const newer = applied.find((name) => !known.some((migration) => migration.name === name));
  if (newer !== undefined) {
    throw new StartError(
      `The data was written by a newer version of Kabinet (its step ${newer} is unknown to ${VERSION}): start that version, or a later one, or restore the backup from before the upgrade.`,
    );
  }
  return known.find(({ name }) => !applied.includes(name));
}

/** Returns false too for tables that several nodes are creating at their first start. */
async function hasAccounts(trx: Kysely<unknown>, applied: readonly string[]): Promise<boolean> {
  if (!applied.includes('0001-schema')) return false;
  const { rows } = await sql`select 1 from users limit 1`.execute(trx);
  return rows.length > 0;
}

async function takeStep(trx: Kysely<unknown>, engine: Engine, step: Migration): Promise<void> {
  await step.up(trx, engine);
  const now = Temporal.Now.instant().toString();
  await sql`insert into migrations (name, applied) values (${step.name}, ${now})`.execute(trx);
}
