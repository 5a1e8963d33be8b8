import type { Kysely } from 'kysely';

/** With the client in it, a search by client scans the dates of a practice without reading its sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('sessions_user_date').execute();
  await db.schema
    .createIndex('sessions_user_date')
    .on('sessions')
    .columns(['user', 'date desc', 'id', 'client'])
    .execute();
}
