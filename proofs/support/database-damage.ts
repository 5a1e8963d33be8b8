import { sql } from 'kysely';
import type { Reader } from '#server/ground/db/database.ts';

/** Returns SQLite's findings about its own file, every page and reference; empty for a whole file. */
export async function databaseDamage(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  const pages = rows.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok');
  const references = (await sql`pragma foreign_key_check`.execute(db)).rows.length;
  return references === 0 ? pages : [...pages, `${references} rows point at nothing`];
}
