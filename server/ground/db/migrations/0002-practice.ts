import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const strict = engine === 'postgres' ? sql`` : sql`strict`;

  await db.schema
    .createTable('clients')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('updated', text, (column) => column.notNull())
    .addColumn('user', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('phone', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('registration_date', text, (column) => column.notNull())
    .addColumn('handmade', 'integer', (column) => column.notNull())
    .addColumn('source', text, (column) => column.notNull())
    .addColumn('identity_key', text)
    .addColumn('search_text', text, (column) => column.notNull())
    .addUniqueConstraint('clients_id_user', ['id', 'user'])
    .addUniqueConstraint('clients_user_identity_key', ['user', 'identity_key'])
    .addCheckConstraint('clients_id', sql`length(id) = 15`)
    .addCheckConstraint(
      'clients_instants',
      sql`length(created) = 24 and length(updated) = 24 and length(registration_date) in (0, 24)`,
    )
    .addCheckConstraint('clients_handmade', sql`handmade in (0, 1)`)
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex('clients_user_created').on('clients').columns(['user', 'created desc', 'id']).execute();
  await db.schema.createIndex('clients_user_name').on('clients').columns(['user', 'name', 'id']).execute();

  await db.schema
    .createTable('sessions')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('updated', text, (column) => column.notNull())
    .addColumn('user', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('client', text, (column) => column.notNull())
    .addColumn('date', text, (column) => column.notNull())
    .addColumn('duration', 'integer', (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('thoughts', text, (column) => column.notNull())
    .addColumn('news', text, (column) => column.notNull())
    // With the owner in it no session can refer to another practitioner's client.
    .addForeignKeyConstraint('sessions_client_user', ['client', 'user'], 'clients', ['id', 'user'], (constraint) =>
      constraint.onDelete('cascade'),
    )
    .addCheckConstraint('sessions_id', sql`length(id) = 15`)
    .addCheckConstraint('sessions_instants', sql`length(created) = 24 and length(updated) = 24 and length(date) = 24`)
    .addCheckConstraint('sessions_duration', sql`duration between 1 and 1440`)
    .addCheckConstraint('sessions_status', sql`status in ('scheduled', 'completed', 'canceled', 'reserved')`)
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex('sessions_user_date').on('sessions').columns(['user', 'date desc', 'id']).execute();
  await db.schema
    .createIndex('sessions_user_client_date')
    .on('sessions')
    .columns(['user', 'client', 'date desc'])
    .execute();

  await db.schema
    .createTable('blog_posts')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('updated', text, (column) => column.notNull())
    .addColumn('user', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('content', text, (column) => column.notNull())
    .addColumn('date', text, (column) => column.notNull())
    .addCheckConstraint('blog_posts_id', sql`length(id) = 15`)
    .addCheckConstraint('blog_posts_instants', sql`length(created) = 24 and length(updated) = 24 and length(date) = 24`)
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex('blog_posts_user_date').on('blog_posts').columns(['user', 'date desc', 'id']).execute();

  await db.schema
    .createTable('availability_settings')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('updated', text, (column) => column.notNull())
    .addColumn('user', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('day_of_week', 'integer', (column) => column.notNull())
    .addColumn('start_time', text, (column) => column.notNull())
    .addColumn('end_time', text, (column) => column.notNull())
    .addColumn('is_available', 'integer', (column) => column.notNull())
    .addColumn('breaks', text, (column) => column.notNull())
    .addUniqueConstraint('availability_settings_user_day', ['user', 'day_of_week'])
    .addCheckConstraint('availability_settings_id', sql`length(id) = 15`)
    .addCheckConstraint('availability_settings_instants', sql`length(created) = 24 and length(updated) = 24`)
    .addCheckConstraint('availability_settings_day', sql`day_of_week between 0 and 6`)
    .addCheckConstraint('availability_settings_flag', sql`is_available in (0, 1)`)
    .modifyEnd(strict)
    .execute();

  await db.schema
    .createTable('booking')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('updated', text, (column) => column.notNull())
    .addColumn('user', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('phone', text, (column) => column.notNull())
    .addColumn('date', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('message', text, (column) => column.notNull())
    .addColumn('time_zone', text, (column) => column.notNull())
    .addColumn('session', text, (column) => column.notNull())
    .addCheckConstraint('booking_id', sql`length(id) = 15`)
    .addCheckConstraint('booking_instants', sql`length(created) = 24 and length(updated) = 24 and length(date) = 24`)
    .addCheckConstraint('booking_status', sql`status in ('pending', 'confirmed', 'cancelled')`)
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex('booking_user_status_date').on('booking').columns(['user', 'status', 'date']).execute();
  await db.schema.createIndex('booking_user_date').on('booking').columns(['user', 'date desc', 'id']).execute();
  await db.schema.createIndex('booking_user_created').on('booking').columns(['user', 'created desc', 'id']).execute();
}
