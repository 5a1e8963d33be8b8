import { type Kysely, sql } from 'kysely';

/** Links with which somebody registers once. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  await sql`
    create table invitations (
      hash ${text} primary key,
      "for" ${text},
      used_by ${text},
      used ${text},
      expires ${text},
      constraint invitations_instants check (length(expires) = 24 and length(used) in (0, 24))
    ) ${engine === 'postgres' ? sql`` : sql`strict`}
  `.execute(db);
  await sql`create index invitations_expires on invitations (expires)`.execute(db);
}
