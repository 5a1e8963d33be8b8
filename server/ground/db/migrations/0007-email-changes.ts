import { type Kysely, sql } from 'kysely';

/** New addresses that wait for their confirmation: the outbox holds no address, so the letter finds it here. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;

  await db.schema
    .createTable('email_changes')
    .addColumn('user', text, (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('new_email', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addCheckConstraint('email_changes_instants', sql`length(created) = 24`)
    .modifyEnd(engine === 'postgres' ? sql`` : sql`strict`)
    .execute();
}
