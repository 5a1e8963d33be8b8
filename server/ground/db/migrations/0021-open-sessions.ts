import { type Kysely, sql } from 'kysely';

/** Sessions without a final status: the next one, and those whose time has passed, few among those of many years. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index sessions_open on sessions ("user", date desc, id)
    where status <> 'completed' and status <> 'canceled'
  `.execute(db);
}
