import { type Kysely, sql } from 'kysely';

/** Whose rows are one practitioner's, with what tells them apart within a practice. */
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
 * A database that is spread over several by practitioner asks for the owner in every primary key. Within one, ids stay
 * unique beside that. SQLite is never spread: its keys stay as they are.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`alter table sessions drop constraint sessions_client_user`.execute(db);
  await sql`alter table clients drop constraint clients_id_user`.execute(db);
  for (const [table, ...key] of OWNED) {
    const columns = sql.join(key.map((column) => sql.ref(column)));
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(await primaryKeyOf(db, table))}`.execute(db);
    // Before the primary key, so that an id that is taken is told as such.
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
