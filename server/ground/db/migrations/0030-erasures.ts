import { type Kysely, sql } from 'kysely';

/** A past session can stay without its client, and a row remembers by ids alone that a client was erased. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  await (engine === 'postgres' ? alterSessions(db) : rebuildSessions(db));
  await sql`create index sessions_user_client_key on sessions ("user", client_key)`.execute(db);

  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  const keys =
    engine === 'postgres' ? sql`unique (id), primary key ("user", id)` : sql`primary key (id), unique (id, "user")`;
  await sql`
    create table erasures (
      id ${text}, created ${text}, updated ${text}, "user" ${text} references users (id) on delete cascade,
      client ${text}, reason ${text}, kinds ${text}, mentions ${text}, requests ${text}, ${keys},
      constraint erasures_id check (length(id) = 15 and length(client) = 15),
      constraint erasures_instants check (length(created) = 24 and length(updated) = 24),
      constraint erasures_reason check (reason in ('request', 'purpose', 'term', 'other'))
    ) ${engine === 'postgres' ? sql`` : sql`strict`}
  `.execute(db);
  await sql`create index erasures_user_created on erasures ("user", created desc, id)`.execute(db);
  await sql`create unique index erasures_user_client on erasures ("user", client)`.execute(db);
}

async function alterSessions(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      drop constraint sessions_client_user,
      add column client_key text collate "C" generated always as (nullif(client, '')) stored
  `.execute(db);
  await sql`
    alter table sessions add constraint sessions_client_user
    foreign key ("user", client_key) references clients ("user", id) on delete cascade
  `.execute(db);
}

/** SQLite cannot change a foreign key: indexes and the trigger are made again as they were. */
async function rebuildSessions(db: Kysely<unknown>): Promise<void> {
  const { rows: made } = await sql<{ sql: string }>`
    select sql from sqlite_schema where tbl_name = 'sessions' and type in ('index', 'trigger') and sql is not null
  `.execute(db);
  await sql`
    create table sessions_next (
      id text primary key not null,
      created text not null,
      updated text not null,
      "user" text not null references users (id) on delete cascade,
      client text not null,
      date text not null,
      duration integer not null,
      description text not null,
      status text not null,
      thoughts text not null,
      news text not null,
      series text not null default '',
      occurrence text not null default '',
      moves integer not null default 0 check (moves >= 0),
      outcome text not null default '' check (outcome in ('', 'client', 'late', 'no_show', 'practitioner')),
      outcome_at text not null default '',
      -- Nobody is nobody's client.
      client_key text generated always as (nullif(client, '')) virtual,
      constraint sessions_client_user foreign key (client_key, "user") references clients (id, "user") on delete cascade,
      constraint sessions_id check (length(id) = 15),
      constraint sessions_instants check (length(created) = 24 and length(updated) = 24 and length(date) = 24),
      constraint sessions_duration check (duration between 1 and 1440),
      constraint sessions_status check (status in ('scheduled', 'completed', 'canceled', 'reserved'))
    ) strict
  `.execute(db);
  const columns = sql`
    id, created, updated, "user", client, date, duration, description, status, thoughts, news, series, occurrence, moves,
    outcome, outcome_at
  `;
  await sql`insert into sessions_next (${columns}) select ${columns} from sessions order by rowid`.execute(db);
  await sql`drop table sessions`.execute(db);
  await sql`alter table sessions_next rename to sessions`.execute(db);
  for (const { sql: statement } of made) await sql.raw(statement).execute(db);
}
