import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  // Order and comparison by code point on both engines.
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  const strict = engine === 'postgres' ? sql`` : sql`strict`;

  await db.schema
    .createTable('users')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('updated', text, (column) => column.notNull())
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('email_key', text, (column) => column.notNull().unique())
    .addColumn('emailVisibility', 'integer', (column) => column.notNull())
    .addColumn('verified', 'integer', (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('password_hash', text, (column) => column.notNull())
    .addColumn('token_key', text, (column) => column.notNull())
    .addCheckConstraint('users_id', sql`length(id) = 15`)
    .addCheckConstraint('users_instants', sql`length(created) = 24 and length(updated) = 24`)
    .addCheckConstraint('users_flags', sql`"emailVisibility" in (0, 1) and verified in (0, 1)`)
    .modifyEnd(strict)
    .execute();

  await db.schema
    .createTable('profiles')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('updated', text, (column) => column.notNull())
    .addColumn('user', text, (column) => column.notNull().unique().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('booking_hash', text, (column) => column.notNull().unique())
    .addColumn('time_zone', text, (column) => column.notNull())
    .addColumn('license_key', text, (column) => column.notNull())
    .addColumn('license_status', text, (column) => column.notNull())
    .addColumn('license_verified_at', text, (column) => column.notNull())
    .addColumn('license_expires_at', text, (column) => column.notNull())
    .addColumn('min_notice_minutes', 'integer', (column) => column.notNull())
    .addColumn('max_days_ahead', 'integer', (column) => column.notNull())
    .addColumn('buffer_minutes', 'integer', (column) => column.notNull())
    .addColumn('days_off', text, (column) => column.notNull())
    .addCheckConstraint('profiles_id', sql`length(id) = 15`)
    .addCheckConstraint('profiles_instants', sql`length(created) = 24 and length(updated) = 24`)
    .addCheckConstraint('profiles_license_status', sql`license_status in ('', 'active', 'invalid', 'expired')`)
    .addCheckConstraint(
      'profiles_license_instants',
      sql`length(license_verified_at) in (0, 24) and length(license_expires_at) in (0, 24)`,
    )
    .addCheckConstraint('profiles_rules', sql`min_notice_minutes >= 0 and max_days_ahead >= 0 and buffer_minutes >= 0`)
    .modifyEnd(strict)
    .execute();

  await db.schema
    .createTable('sign_ins')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('user', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('last_seen', text, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('device', text, (column) => column.notNull())
    .addCheckConstraint('sign_ins_instants', sql`length(created) = 24 and length(last_seen) = 24`)
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex('sign_ins_user_created').on('sign_ins').columns(['user', 'created desc']).execute();

  await db.schema
    .createTable('known_addresses')
    .addColumn('user', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('last_seen', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('known_addresses_key', ['user', 'address'])
    .addCheckConstraint('known_addresses_instants', sql`length(last_seen) = 24`)
    .modifyEnd(strict)
    .execute();

  await db.schema
    .createTable('secrets')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('value', text, (column) => column.notNull())
    .modifyEnd(strict)
    .execute();
}
