import { type Kysely, sql } from 'kysely';

/**
 * The mode in which only the practitioner's password or recovery code opens the texts: the wrappings of the key that
 * wraps their data keys, and the public keys of what gets one.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  await sql`
    create table strict_keys (
      "user" ${text} primary key references users (id) on delete cascade, turned_on ${text}, by_password ${text},
      by_code ${text}, new_code ${text}, swept ${text}
    ) ${engine === 'postgres' ? sql`` : sql`strict`}
  `.execute(db);
  await sql`create index strict_keys_unswept on strict_keys ("user") where turned_on <> '' and swept = ''`.execute(db);
  for (const [table, column] of [
    ['data_keys', 'public_key'],
    ['sign_ins', 'public_key'],
    ['sign_ins', 'wrapped'],
    ['waiting_sign_ins', 'wrapped'],
  ] as const) {
    await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${text} default ''`.execute(db);
  }
}
