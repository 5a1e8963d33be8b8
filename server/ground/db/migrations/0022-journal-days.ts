import { type Kysely, sql } from 'kysely';

/** The journal's screen shows changes row by row and views by the day: each has its own rows in an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index journal_changes on journal ("user", seq desc) where action not in ('view', 'view_texts')
  `.execute(db);
  await sql`create index journal_view_days on journal ("user", day) where action = 'view'`.execute(db);
  await sql`create index journal_texts on journal ("user", created) where action = 'view_texts'`.execute(db);
}
