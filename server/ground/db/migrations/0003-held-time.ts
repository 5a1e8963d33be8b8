import { type Kysely, sql } from 'kysely';

/** The longest time that one row holds: it bounds the search for overlaps. */
const LONGEST_MS = 86_400_000;

export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const milliseconds = engine === 'postgres' ? sql`bigint` : sql`integer`;

  await db.schema
    .createTable('held_time')
    .addColumn('user', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('start_ms', milliseconds, (column) => column.notNull())
    .addColumn('end_ms', milliseconds, (column) => column.notNull())
    .addColumn('source', text, (column) => column.notNull())
    .addColumn('source_id', text, (column) => column.notNull())
    .addColumn('deliberate', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('held_time_source', ['source', 'source_id'])
    .addCheckConstraint('held_time_length', sql`end_ms > start_ms and end_ms - start_ms <= ${sql.lit(LONGEST_MS)}`)
    .addCheckConstraint('held_time_source_kind', sql`source in ('session', 'booking')`)
    .addCheckConstraint('held_time_deliberate', sql`deliberate in (0, 1)`)
    .modifyEnd(engine === 'postgres' ? sql`` : sql`strict`)
    .execute();
  await db.schema.createIndex('held_time_user_start').on('held_time').columns(['user', 'start_ms']).execute();

  await (engine === 'postgres' ? rulesOfPostgres(db) : rulesOfSqlite(db));
}

// The same rule in both: a row that is not deliberate overlaps none, a deliberate one can. Rows are only inserted and
// deleted, as an update of several rows would be checked row by row; every deletion of a row's source deletes the row.

async function rulesOfSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger held_time_no_overlap before insert on held_time
    when new.deliberate = 0 and exists (
      select 1 from held_time
      where "user" = new."user" and start_ms < new.end_ms and end_ms > new.start_ms
        and start_ms > new.start_ms - ${sql.lit(LONGEST_MS)}
    )
    begin select raise(abort, 'held_time_overlap'); end
  `.execute(db);
  await sql`
    create trigger held_time_fixed before update on held_time
    begin select raise(abort, 'held_time_fixed'); end
  `.execute(db);
  for (const [table, source] of SOURCES) {
    await sql`
      create trigger ${sql.ref(`${table}_release_time`)} after delete on ${sql.table(table)}
      begin delete from held_time where source = ${sql.lit(source)} and source_id = old.id; end
    `.execute(db);
  }
}

async function rulesOfPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists btree_gist`.execute(db);
  // The second guard after the trigger: two concurrent transactions do not see each other.
  await sql`
    alter table held_time add constraint held_time_apart
    exclude using gist ("user" with =, int8range(start_ms, end_ms) with &&) where (deliberate = 0)
  `.execute(db);
  await sql`
    create function held_time_no_overlap() returns trigger language plpgsql as $$
    begin
      if new.deliberate = 0 and exists (
        select from held_time
        where "user" = new."user" and start_ms < new.end_ms and end_ms > new.start_ms
          and start_ms > new.start_ms - ${sql.lit(LONGEST_MS)}
      ) then
        raise exception 'held_time_overlap' using errcode = 'exclusion_violation', table = 'held_time';
      end if;
      return new;
    end $$
  `.execute(db);
  await sql`
    create trigger held_time_no_overlap before insert on held_time
    for each row execute function held_time_no_overlap()
  `.execute(db);
  await sql`
    create function held_time_fixed() returns trigger language plpgsql as $$
    begin raise exception 'held_time_fixed'; end $$
  `.execute(db);
  await sql`
    create trigger held_time_fixed before update on held_time
    for each row execute function held_time_fixed()
  `.execute(db);
  await sql`
    create function release_time() returns trigger language plpgsql as $$
    begin
      delete from held_time where source = tg_argv[0] and source_id = old.id;
      return null;
    end $$
  `.execute(db);
  for (const [table, source] of SOURCES) {
    await sql`
      create trigger ${sql.ref(`${table}_release_time`)} after delete on ${sql.table(table)}
      for each row execute function release_time(${sql.lit(source)})
    `.execute(db);
  }
}

const SOURCES = [
  ['sessions', 'session'],
  ['booking', 'booking'],
] as const;
