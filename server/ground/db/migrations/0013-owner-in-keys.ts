import { type Kysely, sql } from 'kysely';

/** Tables with rows of one practitioner, with the columns that identify a row within a practice. */
const OWNED: readonly (readonly [table: string, ...key: string[]])[] = [
  ['profiles', 'id'],
  ['clients', 'id'],
  ['sessions', 'id'],
  ['blog_posts', 'id'],
  ['availability_settings', 'id'],
  ['booking', 'id'],
  ['sign_ins', 'id'],
  ['held_time', 'source', 'source_id'],
  ['journal', 'seq'],
  ['deleted_rows', 'collection', 'id'],
];

/**
 * A database that is sharded by practitioner needs the owner in every primary key; within one database ids stay unique
 * as well. SQLite is never sharded: its keys stay unchanged.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`alter table sessions drop constraint sessions_client_user`.execute(db);
  await sql`alter table clients drop constraint clients_id_user`.execute(db);
  for (const [table, ...key] of OWNED) {
    const columns = sql.join(key.map((column) => sql.ref(column)));
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(await primaryKeyOf(db, table))}`.execute(db);
    // Before the primary key, so that a taken id is reported as such.
    await sql`alter table ${sql.table(table)} add unique (${columns})`.execute(db);
    await sql`alter table ${sql.table(table)} add primary key ("user", ${columns})`.execute(db);
  }
  await sql`
    alter table sessions add constraint sessions_client_user
    foreign key ("user", client) references clients ("user", id) on delete cascade
  `.execute(db);
  await sql`
    create or replace function release_time() returns trigger language plpgsql as $$
    begin
      delete from held_time where "user" = old."user" and source = tg_argv[0] and source_id = old.id;
      return null;
    end $$
  `.execute(db);
}

async function primaryKeyOf(db: Kysely<unknown>, table: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'p'
  `.execute(db);
  return rows[0]?.name ?? '';
}
