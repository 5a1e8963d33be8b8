import { type Kysely, sql } from 'kysely';

/** Several registrations can have one address until one of them is confirmed and takes it. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await sql`alter table users add column pending_key ${text} not null default ''`.execute(db);
  await sql`alter table users add column registered_device ${text} not null default ''`.execute(db);
  await sql`
    update users set pending_key = email_key, email_key = 'PENDING ' || id where verified = 0 and deleted = ''
  `.execute(db);
  await sql`create index users_pending_key on users (pending_key, created) where pending_key <> ''`.execute(db);
}
