import { type Kysely, sql } from 'kysely';

/**
 * A client can rest in the archive. Lists of clients come newest first, or by the folded name that `search_text` begins
 * with; the index of the plain name sorted capitals before small letters and ё after я.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('clients')
    .addColumn('archived', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`archived in (0, 1)`),
    )
    .execute();
  await db.schema.dropIndex('clients_user_created').execute();
  await db.schema.dropIndex('clients_user_name').execute();
  for (const [name, order] of [
    ['created', 'created desc'],
    ['search_text', 'search_text'],
  ] as const) {
    // With the last column a list passes over archived clients without reading them.
    await db.schema
      .createIndex(`clients_user_${name}`)
      .on('clients')
      .columns(['user', order, 'id', 'archived'])
      .execute();
  }
}
