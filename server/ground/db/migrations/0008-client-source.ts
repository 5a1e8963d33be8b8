import { type Kysely, sql } from 'kysely';

/** Stores the source of a client as displayed, so that lists filter and sort by the displayed text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update clients set source = case when handmade = 1 then 'Другое' else 'Сайт' end where source = ''`.execute(
    db,
  );
}
