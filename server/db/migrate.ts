import { type Kysely, sql } from 'kysely';
import type { Engine } from '#server/db/database.ts';
import { migrations } from '#server/db/migrations/all.ts';
import { StartError } from '#server/process/start-error.ts';

export interface Migration {
  name: string;
  up(db: Kysely<unknown>, engine: Engine): Promise<void>;
}

/** What becomes of tables that an older version wrote. */
export type Tables = 'brought up to date' | 'as they are';

interface MigrationTable {
  name: string;
  applied: string;
}

/** The key of an advisory lock; no other program of this database uses the number. */
const LOCK_KEY = 5_263_910_741;

/**
 * Brings the tables up to date, each step in its own transaction; of several nodes one takes the next step while the
 * others wait. Throws for a schema from a newer program.
 */
export async function migrate(
  db: Kysely<unknown>,
  engine: Engine,
  known: readonly Migration[] = migrations,
): Promise<void> {
  let pending = true;
  while (pending) {
    pending = await db.transaction().execute((trx) => takeNextStep(trx, engine, known));
  }
}

/** Throws a StartError unless the tables are those of this program: for one that works beside others, or for a moment. */
export async function refuseOtherTables(db: Kysely<unknown>, known: readonly Migration[] = migrations): Promise<void> {
  const { rows } = await sql<MigrationTable>`select name, applied from migrations`.execute(db);
  const names = new Set(rows.map(({ name }) => name));
  if (known.every(({ name }) => names.delete(name)) && names.size === 0) return;
  throw new StartError(
    'The data is of another version of Kabinet: start this version first, or use the command of that one.',
  );
}

async function takeNextStep(trx: Kysely<unknown>, engine: Engine, known: readonly Migration[]): Promise<boolean> {
  if (engine === 'postgres') {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(trx);
  }
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await sql`create table if not exists migrations (name ${text} primary key, applied ${text} not null)`.execute(trx);
  const { rows } = await sql<MigrationTable>`select name, applied from migrations order by name`.execute(trx);
  const newer = rows.find((row) => !known.some((migration) => migration.name === row.name));
  if (newer) {
    throw new StartError('The data was written by a newer version of Kabinet: start that version, or a later one.');
  }
  const next = known.find((migration) => !rows.some((row) => row.name === migration.name));
  if (!next) return false;
  await next.up(trx, engine);
  const now = Temporal.Now.instant().toString();
  await sql`insert into migrations (name, applied) values (${next.name}, ${now})`.execute(trx);
  return true;
}
