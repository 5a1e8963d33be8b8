import { type Kysely, sql } from 'kysely';

/** Journal rows that stand for an hour, during which their count grows. */
const COUNTED = sql`('sign_in_refused', 'reset_requested', 'view_texts')`;

const JOURNAL = sql.join(
  ['seq', 'user', 'created', 'action', 'subject', 'record', 'client', 'fields']
    .concat('author', 'sign_in', 'address', 'device', 'day')
    .map((column) => sql.ref(column)),
);

export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const strict = engine === 'postgres' ? sql`` : sql`strict`;

  await db.schema
    .alterTable('users')
    .addColumn('idleSignOut', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`"idleSignOut" in (0, 1)`),
    )
    .execute();

  // Networks are stored as keyed hashes, which no migration can compute: every account starts again with its next
  // sign-in.
  await db.schema.dropTable('known_addresses').execute();
  await db.schema
    .createTable('known_addresses')
    .addColumn('user', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('network', text, (column) => column.notNull())
    .addColumn('neighbourhood', text, (column) => column.notNull())
    .addColumn('last_seen', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('known_addresses_key', ['user', 'network'])
    .addCheckConstraint('known_addresses_instants', sql`length(last_seen) = 24`)
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex('known_addresses_last_seen').on('known_addresses').column('last_seen').execute();
  await db.schema.createIndex('sign_ins_last_seen').on('sign_ins').column('last_seen').execute();

  await sql`
    create unique index journal_counted on journal ("user", action, sign_in, day) where action in ${COUNTED}
  `.execute(db);
  await (engine === 'postgres' ? countInPostgres(db) : countInSqlite(db));
}

async function countInSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger journal_unchanged`.execute(db);
  await sql`
    create trigger journal_unchanged before update of ${JOURNAL} on journal
    begin select raise(abort, 'journal_fixed'); end
  `.execute(db);
  await sql`
    create trigger journal_uncounted before update of count on journal
    when old.action not in ${COUNTED} or new.count <= old.count
    begin select raise(abort, 'journal_fixed'); end
  `.execute(db);
}

async function countInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function journal_fixed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and not exists (select from users where id = old."user" and deleted = '') then
        return old;
      end if;
      if tg_op = 'UPDATE' and old.action in ${COUNTED} and new.count > old.count
        and to_jsonb(new) - 'count' = to_jsonb(old) - 'count' then
        return new;
      end if;
      raise exception 'journal_fixed';
    end $$
  `.execute(db);
}
