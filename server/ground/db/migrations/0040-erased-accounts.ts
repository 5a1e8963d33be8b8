import { type Kysely, sql } from 'kysely';

/** Remembers by ids alone which accounts were deleted: an older backup has them again. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  await sql`
    create table erased_accounts (
      id ${text} primary key,
      deleted ${text},
      constraint erased_accounts_id check (length(id) = 15),
      constraint erased_accounts_instants check (length(deleted) = 24)
    ) ${engine === 'postgres' ? sql`` : sql`strict`}
  `.execute(db);
  // Those that wait to be erased. Of an address that nobody confirmed there is nothing to remember.
  await sql`insert into erased_accounts select id, deleted from users where deleted != '' and verified = 1`.execute(db);
}
