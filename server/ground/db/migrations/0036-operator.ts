import { type Kysely, sql } from 'kysely';

/** Whoever runs the program locks accounts, and is an author of the journal. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  await sql`alter table users add column locked ${text} default ''`.execute(db);
  await sql`alter table journal drop constraint journal_author`.execute(db);
  await sql`
    alter table journal add constraint journal_author
    check (author in ('practitioner', 'visitor', 'program', 'operator'))
  `.execute(db);
}
