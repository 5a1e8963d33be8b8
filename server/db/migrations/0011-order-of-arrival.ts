import type { Kysely } from 'kysely';

/** A list without a wish for an order comes as its records came; these two had no index for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sessions', 'blog_posts']) {
    await db.schema.createIndex(`${table}_user_created`).on(table).columns(['user', 'created', 'id']).execute();
  }
}
