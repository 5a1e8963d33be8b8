import { type Kysely, sql } from 'kysely';

/** Finds letters that go: those of meetings long ago, and those that were not needed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index letters_start on letters (start)`.execute(db);
  await sql`create index letters_dropped on letters (updated) where state = 'dropped'`.execute(db);
}
