import { type Kysely, sql } from 'kysely';

/** The source of a client is stored as it is shown, so that lists filter and sort by what people see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update clients set source = case when handmade = 1 then 'Другое' else 'Сайт' end where source = ''`.execute(
    db,
  );
}
