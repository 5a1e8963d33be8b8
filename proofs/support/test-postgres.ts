import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openPostgres } from '#server/ground/db/postgres.ts';
import { startPostgres } from '#proofs/support/postgres-server.ts';

const MIGRATIONS = join(import.meta.dirname, '../../server/ground/db/migrations');

/** A database of its own for one test, with the tables in it. */
export interface TestPostgres extends AsyncDisposable {
  url: string;
}

let server: Promise<string> | null = null;
let template: Promise<string> | null = null;

/**
 * Creates a database on the server of TEST_DATABASE_URL, or on one that this process starts. Without tables it is as an
 * administrator creates it.
 */
export async function createTestPostgres(tables: 'tables' | 'no tables' = 'tables'): Promise<TestPostgres> {
  server ??= findServer();
  const url = await server;
  if (tables === 'tables') template ??= createTemplate(url);
  const source = tables === 'tables' ? await template : 'template0';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Without fsync the checkpoints of a file copy cost nothing, and it takes a third of the time.
  await administer(url, (client) => client.query(`create database ${name} template ${source} strategy file_copy`));
  return {
    url: withDatabase(url, name),
    [Symbol.asyncDispose]: () =>
      administer(url, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

async function findServer(): Promise<string> {
  return process.env['TEST_DATABASE_URL'] ?? (await startPostgres()).url;
}

/** Copying a database with its tables takes a fraction of making them. Test files that run at once share the template. */
async function createTemplate(url: string): Promise<string> {
  const name = `template_${migrationsHash()}`;
  await administer(url, async (client) => {
    await client.query('select pg_advisory_lock(1)');
    const existing = await client.query('select from pg_database where datname = $1', [name]);
    if (existing.rowCount !== 0) return;
    await client.query(`drop database if exists ${name}_unfinished`);
    await client.query(`create database ${name}_unfinished`);
    await (await openPostgres(withDatabase(url, `${name}_unfinished`))).close();
    await client.query(`alter database ${name}_unfinished rename to ${name}`);
  });
  return name;
}

function migrationsHash(): string {
  const hash = createHash('sha256');
  const files = readdirSync(MIGRATIONS, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.ts'));
  for (const file of files.toSorted()) hash.update(readFileSync(join(MIGRATIONS, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Runs statements past the program, on their own connection. */
export async function administer(url: string, run: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const result = new URL(url);
  result.pathname = `/${name}`;
  return result.href;
}
