import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * What an import in many transactions has added so far, piece by piece, for whoever takes it back. The triggers that
 * keep agreements and their documents let go of what is noted there.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  await sql`
    create table import_pieces (
      "user" ${text} references users (id) on delete cascade, seq integer not null, list ${text}, ids ${text},
      primary key ("user", seq)
    ) ${engine === 'postgres' ? sql`` : sql`strict, without rowid`}
  `.execute(db);
  await (engine === 'postgres' ? letGoOnPostgres(db) : letGoOnSqlite(db));
}

const IN_USE = sql`exists (select 1 from users where id = old."user" and deleted = '')`;

const PERSON_THERE = sql`
  case when old.client = ''
    then exists (select 1 from booking where id = old.booking and "user" = old."user")
    else exists (select 1 from clients where id = old.client and "user" = old."user")
  end
`;

/** Ids are quoted in the list, and hold letters and digits alone. */
function isOfImport(table: string, place: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    exists (select 1 from import_pieces where "user" = old."user" and list = ${sql.lit(table)} and ${place} > 0)
  `;
}

async function letGoOnSqlite(db: Kysely<unknown>): Promise<void> {
  const place = sql`instr(ids, '"' || old.id || '"')`;
  for (const [table, kept] of [
    ['consent_documents', IN_USE],
    ['consents', sql`${IN_USE} and ${PERSON_THERE}`],
  ] as const) {
    const name = sql.ref(`${table}_delete`);
    await sql`drop trigger ${name}`.execute(db);
    await sql`
      create trigger ${name} before delete on ${sql.table(table)}
      when ${kept} and not ${isOfImport(table, place)} begin select raise(abort, 'consent_fixed'); end
    `.execute(db);
  }
}

const DOCUMENT_CHANGED = sql`
  old.id <> new.id or old."user" <> new."user" or old.created <> new.created or old.version <> new.version
  or old.title <> new.title or old.text <> new.text or old.hash <> new.hash or old.retired <> ''
`;

const CONSENT_CHANGED = sql`
  old.id <> new.id or old."user" <> new."user" or old.created <> new.created or old.document <> new.document
  or old.given_at <> new.given_at or old.manner <> new.manner or old.address <> new.address or old.device <> new.device
  or old.client not in ('', new.client) or new.booking not in ('', old.booking)
  or old.withdrawn_at not in ('', new.withdrawn_at)
`;

async function letGoOnPostgres(db: Kysely<unknown>): Promise<void> {
  const place = sql`position('"' || old.id || '"' in ids)`;
  for (const [table, changed, kept] of [
    ['consent_documents', DOCUMENT_CHANGED, IN_USE],
    ['consents', CONSENT_CHANGED, sql`${IN_USE} and ${PERSON_THERE}`],
  ] as const) {
    await sql`
      create or replace function ${sql.ref(`${table}_fixed`)}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          if not (${changed}) then return new; end if;
        elsif tg_op = 'DELETE' then
          if not (${kept} and not ${isOfImport(table, place)}) then return old; end if;
        end if;
        raise exception 'consent_fixed';
      end $$
    `.execute(db);
  }
}
