import { type Kysely, sql } from 'kysely';

/** The rules of time zones by which sessions of series were planned, to find those that new rules move. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  const columns = sql`zone ${text} primary key, version ${text}, rules ${text}`;
  await sql`create table zone_rules (${columns}) ${engine === 'postgres' ? sql`` : sql`strict`}`.execute(db);
}
