import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;

  await db.schema
    .createTable('outbox')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('ids', text, (column) => column.notNull())
    .addColumn('dedupe_key', text, (column) => column.notNull().unique())
    .addColumn('not_before', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('updated', text, (column) => column.notNull())
    .addCheckConstraint('outbox_state', sql`state in ('due', 'sending', 'sent', 'unknown', 'failed')`)
    .addCheckConstraint(
      'outbox_instants',
      sql`length(created) = 24 and length(updated) = 24 and length(not_before) = 24`,
    )
    .addCheckConstraint('outbox_attempts', sql`attempts >= 0`)
    .modifyEnd(engine === 'postgres' ? sql`` : sql`strict`)
    .execute();
  await db.schema.createIndex('outbox_state_not_before').on('outbox').columns(['state', 'not_before']).execute();
}
