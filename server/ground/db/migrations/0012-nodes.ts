import { type Kysely, sql } from 'kysely';

/**
 * Data that nodes leave for each other; a single process needs none of it. Not logged, except for the times of jobs:
 * after a crash of the database every stream reconnects, and its reader reloads.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`
    create unlogged table deleted_rows (
      collection text collate "C" not null,
      id text collate "C" not null,
      "user" text collate "C" not null references users (id) on delete cascade,
      stored text not null,
      deleted timestamptz not null default now(),
      primary key (collection, id)
    )
  `.execute(db);
  await sql`create index deleted_rows_user on deleted_rows ("user")`.execute(db);
  await sql`
    create unlogged table stream_calls (
      id text collate "C" primary key,
      call text not null,
      made timestamptz not null default now()
    )
  `.execute(db);
  await sql`
    create table jobs (
      name text collate "C" primary key,
      next_run timestamptz not null
    )
  `.execute(db);
}
