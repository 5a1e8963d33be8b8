import { type Kysely, sql } from 'kysely';

/**
 * Documents that clients and visitors agree to, and their agreements. Triggers keep both as they are: an agreement can get
 * its client, lose its request and be withdrawn, and goes only after its person or with the account.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  const keys =
    engine === 'postgres' ? sql`unique (id), primary key ("user", id)` : sql`primary key (id), unique (id, "user")`;
  const strict = engine === 'postgres' ? sql`` : sql`strict`;
  const owned = sql`
    id ${text}, created ${text}, updated ${text}, "user" ${text} references users (id) on delete cascade
  `;

  await sql`
    create table consent_documents (
      ${owned}, version integer not null, title ${text}, text ${text}, hash ${text}, retired ${text}, ${keys},
      constraint consent_documents_id check (length(id) = 15 and length(hash) = 64 and version > 0),
      constraint consent_documents_instants check (
        length(created) = 24 and length(updated) = 24 and length(retired) in (0, 24)
      )
    ) ${strict}
  `.execute(db);
  await sql`create unique index consent_documents_version on consent_documents ("user", version)`.execute(db);
  await sql`
    create unique index consent_documents_current on consent_documents ("user") where retired = ''
  `.execute(db);
  await sql`create index consent_documents_user_created on consent_documents ("user", created, id)`.execute(db);

  await sql`
    create table consents (
      ${owned}, document ${text}, client ${text}, booking ${text}, given_at ${text}, manner ${text},
      withdrawn_at ${text}, address ${text}, device ${text}, ${keys},
      foreign key (document, "user") references consent_documents (id, "user") on delete cascade,
      constraint consents_id check (length(id) = 15),
      constraint consents_instants check (
        length(created) = 24 and length(updated) = 24 and length(given_at) = 24 and length(withdrawn_at) in (0, 24)
      ),
      constraint consents_manner check (manner in ('web', 'paper'))
    ) ${strict}
  `.execute(db);
  await sql`create index consents_user_created on consents ("user", created, id)`.execute(db);
  await sql`create index consents_user_client on consents ("user", client, given_at, id)`.execute(db);
  await sql`create index consents_user_document on consents ("user", document)`.execute(db);
  await sql`create index consents_user_booking on consents ("user", booking) where booking <> ''`.execute(db);

  const flag = sql`integer not null default 0 check (ask_consent in (0, 1))`;
  await sql`alter table profiles add column ask_consent ${flag}`.execute(db);
  await (engine === 'postgres' ? keepOnPostgres(db) : keepOnSqlite(db));
}

/** The account is in use: a deleted one is erased in pieces, its own row last. */
const IN_USE = sql`exists (select 1 from users where id = old."user" and deleted = '')`;

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

const PERSON_THERE = sql`
  case when old.client = ''
    then exists (select 1 from booking where id = old.booking and "user" = old."user")
    else exists (select 1 from clients where id = old.client and "user" = old."user")
  end
`;

async function keepOnSqlite(db: Kysely<unknown>): Promise<void> {
  const keep = (table: string, when: ReturnType<typeof sql>, event: 'update' | 'delete') => sql`
    create trigger ${sql.ref(`${table}_${event}`)} before ${sql.raw(event)} on ${sql.table(table)}
    when ${when} begin select raise(abort, 'consent_fixed'); end
  `;
  await keep('consent_documents', DOCUMENT_CHANGED, 'update').execute(db);
  await keep('consent_documents', IN_USE, 'delete').execute(db);
  await keep('consents', CONSENT_CHANGED, 'update').execute(db);
  await keep('consents', sql`${IN_USE} and ${PERSON_THERE}`, 'delete').execute(db);
}

async function keepOnPostgres(db: Kysely<unknown>): Promise<void> {
  const keep = async (table: string, changed: ReturnType<typeof sql>, kept: ReturnType<typeof sql>): Promise<void> => {
    const name = sql.ref(`${table}_fixed`);
    await sql`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then
          if not (${changed}) then return new; end if;
        elsif tg_op = 'DELETE' then
          if not (${kept}) then return old; end if;
        end if;
        raise exception 'consent_fixed';
      end $$
    `.execute(db);
    const on = sql`on ${sql.table(table)}`;
    await sql`
      create trigger ${name} before update or delete ${on} for each row execute function ${name}()
    `.execute(db);
    await sql`
      create trigger ${sql.ref(`${table}_whole`)} before truncate ${on} for each statement execute function ${name}()
    `.execute(db);
  };
  await keep('consent_documents', DOCUMENT_CHANGED, IN_USE);
  await keep('consents', CONSENT_CHANGED, sql`${IN_USE} and ${PERSON_THERE}`);
}
