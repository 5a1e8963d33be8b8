import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import type { Engine } from '#server/ground/db/database.ts';
import { migrate } from '#server/ground/db/migrate.ts';
import { migrations, type Migration } from '#server/ground/db/migrations/all.ts';

/** A step as a later version could have it: tables change and grow, rows move, in many statements. */
const LATER: Migration = {
  name: '9000-later',
  async up(db) {
    const text = sql`text not null default ''`;
    for (let at = 0; at < 8; at++) {
      const column = sql.id(`later_${at}`);
      await sql`alter table clients add column ${column} ${text}`.execute(db);
      await sql`update clients set ${column} = name || ${sql.lit(String(at))}`.execute(db);
      await sql`create index ${sql.id(`clients_later_${at}`)} on clients ("user", ${column})`.execute(db);
    }
    await sql`create table later (id text primary key, name text not null)`.execute(db);
    await sql`insert into later (id, name) select id, later_0 from clients`.execute(db);
    await sql`update sessions set duration = duration + 5`.execute(db);
    await sql`alter table clients drop column source`.execute(db);
  },
};

/** The steps of that version. */
export const LATER_STEPS: readonly Migration[] = [...migrations, LATER];

/** Calls `after` after each statement, with the number of statements so far. */
export function counting(after: (ordinal: number) => Promise<void> | void): KyselyPlugin {
  let ordinal = 0;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      ordinal += 1;
      await after(ordinal);
      return result;
    },
  };
}

/** Creates the tables of this version with a practice in them. */
export async function migrateEarly(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await migrate(db, engine);
  const stamp = '2026-11-21 09:00:00.000Z';
  const id = (letter: string) => letter.repeat(15);
  await sql`
    insert into users (id, created, updated, email, email_key, "emailVisibility", verified, name, password_hash, token_key)
    values (${id('u')}, ${stamp}, ${stamp}, 'Anna@Example.org', 'anna@example.org', 0, 1, 'Анна', '', 'key')
  `.execute(db);
  await sql`
    insert into profiles (id, created, updated, "user", name, booking_hash, time_zone, license_key, license_status,
      license_verified_at, license_expires_at, min_notice_minutes, max_days_ahead, buffer_minutes, days_off)
    values (${id('p')}, ${stamp}, ${stamp}, ${id('u')}, 'Анна', 'hash', 'Europe/Moscow', '', '', null, null, 0, 180, 0, '[]')
  `.execute(db);
  for (const [letter, name] of [
    ['c', 'Пётр ЁЛКИН'],
    ['d', 'Мария'],
  ] as const) {
    await sql`
      insert into clients (id, created, updated, "user", name, phone, registration_date, handmade, source,
        identity_key, search_text)
      values (${id(letter)}, ${stamp}, ${stamp}, ${id('u')}, ${name}, '+7 900', ${stamp}, 1, '', ${`${name}\n7900`}, ${name})
    `.execute(db);
  }
  await sql`
    insert into sessions (id, created, updated, "user", client, date, duration, status)
    values (${id('s')}, ${stamp}, ${stamp}, ${id('u')}, ${id('c')}, ${stamp}, 60, 'scheduled')
  `.execute(db);
}

/** Returns the schema and every row, without the times at which migrations were applied. */
export async function contentsOf(db: Kysely<unknown>, engine: Engine): Promise<object> {
  const schema = engine === 'sqlite' ? await schemaOfSqlite(db) : await schemaOfPostgres(db);
  const tables = (await db.introspection.getTables()).map(({ name }) => name).toSorted();
  const rows: Record<string, unknown[]> = {};
  for (const table of tables) {
    const columns = table === 'migrations' ? sql`name` : sql`*`;
    rows[table] = (await sql`select ${columns} from ${sql.table(table)} order by 1`.execute(db)).rows;
  }
  return { schema, rows };
}

async function schemaOfSqlite(db: Kysely<unknown>): Promise<unknown[]> {
  return (await sql`select type, name, sql from sqlite_schema order by 1, 2`.execute(db)).rows;
}

async function schemaOfPostgres(db: Kysely<unknown>): Promise<unknown[]> {
  const queries = [
    sql`select table_name, column_name, data_type, is_nullable, column_default, collation_name
      from information_schema.columns where table_schema = 'public' order by 1, 2`,
    sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    sql`select conrelid::regclass::text as name, pg_get_constraintdef(oid) as def from pg_constraint order by 1, 2`,
    sql`select pg_get_triggerdef(oid) as def from pg_trigger where not tgisinternal order by 1`,
    sql`select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1, 2`,
  ];
  return Promise.all(queries.map(async (query) => (await query.execute(db)).rows));
}
