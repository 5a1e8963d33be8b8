import type { Database } from '#server/db/database.ts';
import { loose } from '#server/db/loose-tables.ts';

const OWNED = [
  'profiles',
  'clients',
  'series',
  'series_skips',
  'sessions',
  'blog_posts',
  'availability_settings',
  'booking',
  'letters',
  'consent_documents',
  'consents',
  'erasures',
  'letter_stops',
  'visit_links',
  'held_time',
  'sign_ins',
] as const;

/** Returns all stored rows of a practitioner, one text for each row. */
export async function rowsOf({ read }: Database, owner: string): Promise<string[]> {
  const lines: string[] = [];
  for (const table of ['users', ...OWNED]) {
    const column = table === 'users' ? 'id' : 'user';
    const rows = await loose(read).selectFrom<string>(table).selectAll().where(column, '=', owner).execute();
    lines.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`).toSorted());
  }
  return lines;
}
