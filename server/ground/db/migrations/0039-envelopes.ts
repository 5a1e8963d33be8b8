import { type Kysely, sql } from 'kysely';

const TEXTS = {
  clients: ['description'],
  sessions: ['description', 'news', 'thoughts'],
  blog_posts: ['title', 'content'],
  booking: ['message'],
} as const;

/** One envelope a row for its texts, and the keys that open them. Stored texts are sealed behind the running program. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  for (const [table, columns] of Object.entries(TEXTS)) {
    const name = sql.table(table);
    await sql`alter table ${name} add column seal_key integer not null default 0`.execute(db);
    await sql`alter table ${name} add column sealed_fields integer not null default 0`.execute(db);
    await sql`alter table ${name} add column sealed ${text} default ''`.execute(db);
    const filled = sql.join(
      columns.map((column) => sql`${sql.ref(column)} <> ''`),
      sql` or `,
    );
    const index = sql.table(`${table}_unsealed`);
    await sql`create index ${index} on ${name} ("user") where seal_key = 0 and (${filled})`.execute(db);
  }
  await sql`
    create table data_keys (
      "user" ${text} references users (id) on delete cascade, number integer not null, wrapped ${text}, created ${text},
      retired ${text}, primary key ("user", number)
    ) ${engine === 'postgres' ? sql`` : sql`strict`}
  `.execute(db);
  await sql`alter table sealing add column swept ${text} default ''`.execute(db);
}
