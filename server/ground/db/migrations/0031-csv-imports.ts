import { type Kysely, sql } from 'kysely';

/** The import that a client came with, which finds the clients to take back. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  await sql`alter table clients add column import ${text} default ''`.execute(db);
  await sql`create index clients_user_import on clients ("user", import, created) where import <> ''`.execute(db);
}
