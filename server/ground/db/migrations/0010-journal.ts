import { type Kysely, sql } from 'kysely';

/** The history of a practitioner's records, in order: rows are added and never change. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;

  await db.schema
    .createTable('journal')
    // The order of the rows, because a clock can go back.
    .addColumn('seq', engine === 'postgres' ? sql`bigint` : sql`integer`, (column) =>
      engine === 'postgres' ? column.generatedByDefaultAsIdentity().primaryKey() : column.primaryKey().notNull(),
    )
    .addColumn('user', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    // Neither of them is a foreign key: an entry outlives its record and its sign-in.
    .addColumn('record', text, (column) => column.notNull())
    .addColumn('client', text, (column) => column.notNull())
    .addColumn('fields', text, (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('author', text, (column) => column.notNull())
    .addColumn('sign_in', text, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('device', text, (column) => column.notNull())
    .addColumn('day', text, (column) => column.notNull())
    .addCheckConstraint('journal_instants', sql`length(created) = 24 and length(day) in (0, 10)`)
    .addCheckConstraint('journal_author', sql`author in ('practitioner', 'visitor')`)
    .modifyEnd(engine === 'postgres' ? sql`` : sql`strict`)
    .execute();
  await db.schema.createIndex('journal_user_seq').on('journal').columns(['user', 'seq desc']).execute();
  await db.schema
    .createIndex('journal_user_client_seq')
    .on('journal')
    .columns(['user', 'client', 'seq desc'])
    .execute();
  await db.schema
    .createIndex('journal_view')
    .unique()
    .on('journal')
    .columns(['user', 'sign_in', 'day', 'subject', 'client'])
    .where(sql.ref('action'), '=', sql.lit('view'))
    .execute();

  await (engine === 'postgres' ? rulesOfPostgres(db) : rulesOfSqlite(db));
}

// The same rule in both: a row never changes, and goes only with its account, which is already gone when the delete of
// the account reaches its rows here.

async function rulesOfSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger journal_unchanged before update on journal
    begin select raise(abort, 'journal_fixed'); end
  `.execute(db);
  await sql`
    create trigger journal_undeleted before delete on journal
    when exists (select 1 from users where id = old."user")
    begin select raise(abort, 'journal_fixed'); end
  `.execute(db);
}

async function rulesOfPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function journal_fixed() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and not exists (select from users where id = old."user") then
        return old;
      end if;
      raise exception 'journal_fixed';
    end $$
  `.execute(db);
  await sql`
    create trigger journal_fixed before update or delete on journal
    for each row execute function journal_fixed()
  `.execute(db);
  await sql`
    create trigger journal_whole before truncate on journal
    for each statement execute function journal_fixed()
  `.execute(db);
}
