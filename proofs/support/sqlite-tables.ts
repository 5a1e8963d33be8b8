import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '#server/ground/db/data-dir.ts';
import { openSqlite } from '#server/ground/db/sqlite.ts';

let template: Promise<Buffer> | null = null;

/** Puts a database with its tables in a folder that does not exist: making them takes most of the start of a server. */
export async function plantTables(dataDir: string): Promise<void> {
  template ??= makeTables();
  const file = await template;
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, DATABASE_FILE), file, { mode: 0o600 });
}

async function makeTables(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'kabinet-template-'));
  try {
    await (await openSqlite(folder)).close();
    return readFileSync(join(folder, DATABASE_FILE));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
