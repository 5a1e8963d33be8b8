import { type Kysely, sql } from 'kysely';

/**
 * Whether a client's agreement is there and not withdrawn, kept with the client: a list of those without one is a walk
 * along the indexes of the list of clients, which pass over the others without reading them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const flag = sql`integer not null default 0 check (agreed in (0, 1))`;
  await sql`alter table clients add column agreed ${flag}`.execute(db);
  await sql`
    update clients set agreed = 1 where exists (
      select 1 from consents
      where consents."user" = clients."user" and consents.client = clients.id and consents.withdrawn_at = ''
    )
  `.execute(db);
  for (const [name, order] of [
    ['created', 'created desc'],
    ['search_text', 'search_text'],
  ] as const) {
    await db.schema.dropIndex(`clients_user_${name}`).execute();
    await db.schema
      .createIndex(`clients_user_${name}`)
      .on('clients')
      .columns(['user', order, 'id', 'archived', 'agreed'])
      .execute();
  }
}
