import { type Kysely, sql } from 'kysely';

/** Says which key file the data is sealed with, and holds the key of small secrets, wrapped under it. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  const columns = sql`name ${text} primary key, fingerprint ${text}, wrapped ${text}`;
  await sql`create table sealing (${columns}) ${engine === 'postgres' ? sql`` : sql`strict`}`.execute(db);
}
