import { type Kysely, sql } from 'kysely';

const TEXTS = {
  clients: ['description'],
  sessions: ['description', 'news', 'thoughts'],
  blog_posts: ['title', 'content'],
  booking: ['message'],
} as const;

/**
 * A node of before envelopes that still runs reads texts as empty and writes them into their columns, where its text
 * would be hidden behind the envelope: PostgreSQL refuses it. SQLite has one process, and an older one refuses the file.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return;
  for (const [table, columns] of Object.entries(TEXTS)) {
    const bare = sql.join(
      columns.map((column) => sql`${sql.ref(column)} = ''`),
      sql` and `,
    );
    // `not valid`: for new writes alone, without reading the table.
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_bare_texts`)}
        check (seal_key = 0 or (${bare})) not valid
    `.execute(db);
  }
}
