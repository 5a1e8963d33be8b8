import { type Kysely, sql } from 'kysely';

/** Keys that stay with the data through a restore, unlike those that sign tokens. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  const columns = sql`name ${text} primary key, value ${text}`;
  await sql`create table kept_secrets (${columns}) ${engine === 'postgres' ? sql`` : sql`strict`}`.execute(db);
}
