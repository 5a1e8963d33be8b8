import type { Database } from '#server/ground/db/database.ts';
import { loose } from '#server/ground/db/query.ts';
import { openRows } from '#server/ground/db/sealed-rows.ts';
import { RECORD_TABLES } from '#server/ground/db/tables.ts';

const OWNED = [
  'profiles',
  'clients',
  'series',
  'series_skips',
  'sessions',
  'blog_posts',
  'templates',
  'availability_settings',
  'booking',
  'letters',
  'told',
  'news',
  'consent_documents',
  'consents',
  'erasures',
  'letter_stops',
  'visit_links',
  'held_time',
  'sign_ins',
] as const;

/** Returns all stored rows of a practitioner with their sealed texts opened, one text for each row. */
export async function rowsOf({ read }: Database, owner: string): Promise<string[]> {
  const lines: string[] = [];
  for (const table of ['users', ...OWNED]) {
    const column = table === 'users' ? 'id' : 'user';
    const rows = await loose(read).selectFrom<string>(table).selectAll().where(column, '=', owner).execute();
    const record = RECORD_TABLES.find((name) => name === table);
    const shown = record ? await openRows(read, record, rows) : rows;
    lines.push(...shown.map((row) => `${table} ${JSON.stringify(row)}`).toSorted());
  }
  return lines;
}
