import { type Kysely, sql } from 'kysely';

/** A deleted account is marked at once and erased in pieces; a letter records its account. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;

  await sql`alter table users add column deleted ${text} not null default ''`.execute(db);
  await sql`create index users_deleted on users (deleted) where deleted <> ''`.execute(db);
  await sql`create index users_unverified on users (created) where verified = 0`.execute(db);

  await sql`alter table outbox add column account ${text} not null default ''`.execute(db);
  await sql`alter table outbox add column address ${text} not null default ''`.execute(db);
  const named = (name: string) =>
    engine === 'postgres'
      ? sql`cast(ids as json) ->> ${sql.lit(name)}`
      : sql`json_extract(ids, ${sql.lit(`$.${name}`)})`;
  await sql`
    update outbox set account = coalesce(
      ${named('user')}, (select booking."user" from booking where booking.id = ${named('booking')}), ''
    )
  `.execute(db);
  await sql`create index outbox_address on outbox (created) where address <> ''`.execute(db);
  await sql`create index outbox_account_kind_created on outbox (account, kind, created)`.execute(db);

  await (engine === 'postgres' ? journalOfPostgres(db) : journalOfSqlite(db));
}

// A journal row still goes only with its account: from now on also in pieces, once the account is marked.

async function journalOfSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger journal_undeleted`.execute(db);
  await sql`
    create trigger journal_undeleted before delete on journal
    when exists (select 1 from users where id = old."user" and deleted = '')
    begin select raise(abort, 'journal_fixed'); end
  `.execute(db);
}

async function journalOfPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function journal_fixed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and not exists (select from users where id = old."user" and deleted = '') then
        return old;
      end if;
      raise exception 'journal_fixed';
    end $$
  `.execute(db);
}
