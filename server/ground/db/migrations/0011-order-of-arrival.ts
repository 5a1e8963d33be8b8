import type { Kysely } from 'kysely';

/** A list without a sort comes in the order of creation; these two tables had no index for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sessions', 'blog_posts']) {
    await db.schema.createIndex(`${table}_user_created`).on(table).columns(['user', 'created', 'id']).execute();
  }
}
