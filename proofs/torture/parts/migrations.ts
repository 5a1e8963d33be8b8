import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';
import { migrate } from '#server/ground/db/migrate.ts';
import { connect } from '#server/ground/db/node-sqlite.ts';
import { ImmediateSqliteDialect } from '#server/ground/db/sqlite-kysely.ts';
import { createPool } from '#server/ground/db/postgres.ts';
import { contentsOf, LATER_STEPS, migrateEarly } from '#proofs/faults/migration-crashes.ts';
import { createTestPostgres } from '#proofs/support/test-postgres.ts';
import type { Part } from '#proofs/torture/part.ts';

/** Kills a program after each statement of each migration; the next one starts on the remains. */
export const run: Part = async (tell) => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const expected = await onPlace(engine, async (place) => {
      await killAfter(place, Infinity);
      return contentsAt(engine, place);
    });
    let wrong = 0;
    const crashAfter = (statements: number): Promise<boolean> =>
      onPlace(engine, async (place) => {
        if (!(await killAfter(place, statements))) return false;
        await withDatabase(engine, place, (db) => migrate(db, engine, LATER_STEPS));
        if (!isDeepStrictEqual(await contentsAt(engine, place), expected)) wrong += 1;
        return true;
      });
    let crashes = 0;
    while (await crashAfter(crashes + 1)) crashes += 1;
    tell({
      what: 'killed after each statement of the migrations, then started again',
      where: engine,
      measured: `${crashes} kills, ${wrong} ended with another schema or other data`,
      wanted: 'as without a kill',
      ok: crashes > 20 && wrong === 0,
    });
    const spoiled = await onPlace(engine, async (place) => {
      await withDatabase(engine, place, (db) => migrate(db, engine, LATER_STEPS));
      await withDatabase(engine, place, (db) => sql`update clients set later_1 = 'иначе'`.execute(db));
      return contentsAt(engine, place);
    });
    tell({
      what: 'control: the same with one column of one table changed',
      where: engine,
      measured: isDeepStrictEqual(spoiled, expected) ? 'not found' : 'found',
      wanted: 'found',
      ok: !isDeepStrictEqual(spoiled, expected),
    });
  }
};

/** Runs with its own database that a step is waiting for. */
async function onPlace<Result>(engine: Engine, work: (place: string) => Promise<Result>): Promise<Result> {
  if (engine === 'postgres') {
    await using empty = await createTestPostgres('no tables');
    await withDatabase(engine, empty.url, (db) => migrateEarly(db, engine));
    return await work(empty.url);
  }
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-migrations-'));
  try {
    const file = join(folder, 'kabinet.db');
    await withDatabase(engine, file, (db) => migrateEarly(db, engine));
    return await work(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function withDatabase<Result>(
  engine: Engine,
  place: string,
  work: (db: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const dialect =
    engine === 'postgres'
      ? new PostgresDialect({ pool: createPool(place) })
      : new ImmediateSqliteDialect(connect(place, 'write'));
  const db = new Kysely<unknown>({ dialect });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const contentsAt = (engine: Engine, place: string) => withDatabase(engine, place, (db) => contentsOf(db, engine));

/** Returns whether the program was killed before it came to its end. */
async function killAfter(place: string, statements: number): Promise<boolean> {
  const program = join(import.meta.dirname, '../killed-migration.ts');
  const child = spawn(process.execPath, [program, place, String(statements)], { stdio: 'inherit' });
  await once(child, 'exit');
  if (child.exitCode !== 0 && child.signalCode !== 'SIGKILL')
    throw new Error(`the program ended with ${child.exitCode}`);
  return child.signalCode === 'SIGKILL';
}
