import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { type Config, readConfig } from '#server/config/config.ts';
import type { Engine } from '#server/db/database.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { openKeys } from '#server/keys/open-keys.ts';
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

/**
 * Creates storage without opening it, for tests that start the server themselves. `folder` says what a folder of SQLite
 * holds; a database of PostgreSQL has its tables in it.
 */
export async function createTestData(engine: Engine, folder: 'empty' | 'with tables' = 'empty'): Promise<TestData> {
  const postgres = engine === 'postgres' ? await createTestPostgres() : null;
  const around = await mkdtemp(join(tmpdir(), 'kabinet-test-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(around, 'data'),
    KEY_FILE: join(around, 'key'),
    DATABASE_URL: postgres?.url,
    PUBLIC_URL: 'http://127.0.0.1:8090',
    LOG_LEVEL: 'silent',
  });
  if (engine === 'sqlite' && folder === 'with tables') await placeTables(config.dataDir);
  const dispose = async (): Promise<void> => {
    await postgres?.[Symbol.asyncDispose]();
    await rm(around, { recursive: true, force: true });
  };
  return { config, dispose, [Symbol.asyncDispose]: dispose };
}

let files: Promise<Map<string, Buffer>> | null = null;

/** Writing the files of a database with its tables takes a tenth of making the tables. */
async function placeTables(dataDir: string): Promise<void> {
  files ??= filesWithTables();
  await mkdir(dataDir, { mode: 0o700 });
  for (const [name, bytes] of await files) await writeFile(join(dataDir, name), bytes, { mode: 0o600 });
}

async function filesWithTables(): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-tables-'));
  await (await openSqlite(folder)).close();
  const found = new Map<string, Buffer>();
  for (const name of await readdir(folder)) found.set(name, await readFile(join(folder, name)));
  await rm(folder, { recursive: true });
  return found;
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
  const data = await createTestData(engine, 'with tables');
  const db = await openUnlocked(data.config);
  const dispose = async (): Promise<void> => {
    await db.close();
    await data.dispose();
  };
  return { config: data.config, db, dispose, [Symbol.asyncDispose]: dispose };
}
