import { type Kysely, sql } from 'kysely';

/** The client's own link to a visit, what became of a session and by whom, and the rules for moving and cancelling. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  const add = async (table: string, column: string, type = sql`${text} default ''`): Promise<void> => {
    await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${type}`.execute(db);
  };

  await sql`
    create table visit_links (
      hash ${text}, "user" ${text} references users (id) on delete cascade,
      session ${text}, booking ${text}, created ${text}, revoked ${text},
      ${engine === 'postgres' ? sql`unique (hash), primary key ("user", hash)` : sql`primary key (hash)`},
      constraint visit_links_hash check (length(hash) = 64),
      constraint visit_links_instants check (length(created) = 24 and length(revoked) in (0, 24))
    ) ${engine === 'postgres' ? sql`` : sql`strict`}
  `.execute(db);
  for (const column of ['session', 'booking']) {
    const name = sql.ref(`visit_links_user_${column}`);
    await sql`
      create index ${name} on visit_links ("user", ${sql.ref(column)}) where ${sql.ref(column)} <> ''
    `.execute(db);
  }
  await sql`create index visit_links_created on visit_links (created)`.execute(db);

  await add('sessions', 'moves', sql`integer not null default 0 check (moves >= 0)`);
  const outcomes = sql`${text} default '' check (outcome in ('', 'client', 'late', 'no_show', 'practitioner'))`;
  await add('sessions', 'outcome', outcomes);
  await add('sessions', 'outcome_at');
  await add('booking', 'withdrawn', sql`integer not null default 0 check (withdrawn in (0, 1))`);
  await add('profiles', 'cancel_hours', sql`integer not null default 24`);
  await add('profiles', 'move_hours', sql`integer not null default 24`);
  await add('profiles', 'max_moves', sql`integer not null default 2`);
  await add('profiles', 'late_cancel', sql`${text} default 'refuse' check (late_cancel in ('refuse', 'note'))`);
  await add('profiles', 'public_phone');
}
