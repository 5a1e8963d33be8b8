import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { type Config, readConfig } from '#server/ground/config/config.ts';
import type { Engine } from '#server/ground/db/database.ts';
import { type OpenDatabase, openDatabase } from '#server/ground/db/open-database.ts';
import { openKeys } from '#server/accounts/keys/open-keys.ts';
import { plantTables } from '#proofs/support/sqlite-tables.ts';
import { createTestPostgres } from '#proofs/support/test-postgres.ts';

const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/**
 * Declares the same tests for both engines; TEST_ENGINE=sqlite or postgres selects one. With TEST_ENGINE=nodes every
 * server on PostgreSQL is two nodes that receive the requests in turn.
 */
export function forEachEngine(declare: (engine: Engine) => void): void {
  for (const engine of ENGINES) declareOn(engine, engine, () => declare(engine));
}

/** Declares tests for one engine, with the reason why the other one has none (API-05). */
export function onEngine(engine: Engine, why: string, declare: () => void): void {
  declareOn(engine, `${engine} alone: ${why}`, declare);
}

function declareOn(engine: Engine, title: string, declare: () => void): void {
  const wanted = process.env['TEST_ENGINE'];
  if (wanted === undefined || wanted === engine) describe(title, declare);
  if (wanted === 'nodes' && engine === 'postgres') describe(`${title}, two nodes`, declare);
}

/** The number of servers behind one address that a test opens. */
export function nodeCount(engine: Engine): number {
  return engine === 'postgres' && process.env['TEST_ENGINE'] === 'nodes' ? 2 : 1;
}

/** Storage for one test: an empty folder and, on PostgreSQL, its own database. */
export interface TestData extends AsyncDisposable {
  config: Config;
  dispose(): Promise<void>;
}

/** Creates storage without opening it, for tests that start the server themselves. */
export async function createTestData(engine: Engine): Promise<TestData> {
  const postgres = engine === 'postgres' ? await createTestPostgres() : null;
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-test-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    KEY_FILE: join(folder, 'key'),
    DATABASE_URL: postgres?.url,
    PUBLIC_URL: 'http://127.0.0.1:8090',
    LOG_LEVEL: 'silent',
  });
  const dispose = async (): Promise<void> => {
    await postgres?.[Symbol.asyncDispose]();
    // The disk's reserve, which is begun after 20 seconds, may still be on its way into the folder.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { config, dispose, [Symbol.asyncDispose]: dispose };
}

/** The same with the tables in it on SQLite too, as every start but the first finds them. */
export async function createTablesData(engine: Engine): Promise<TestData> {
  const data = await createTestData(engine);
  if (engine === 'sqlite') await plantTables(data.config.dataDir);
  return data;
}

export interface TestDatabase extends TestData {
  db: OpenDatabase;
}

/** Opens a database as a node does, its keys with it. */
export async function openUnlocked(config: Config): Promise<OpenDatabase> {
  const db = await openDatabase(config);
  await openKeys(config, db, { warn: () => undefined });
  return db;
}

/** A fresh database with the tables in it. `dispose` closes it; so does the end of an `await using`. */
export async function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  const data = await createTablesData(engine);
  const db = await openUnlocked(data.config);
  const dispose = async (): Promise<void> => {
    await db.close();
    await data.dispose();
  };
  return { config: data.config, db, dispose, [Symbol.asyncDispose]: dispose };
}
