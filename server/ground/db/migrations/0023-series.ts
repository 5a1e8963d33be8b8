import { type Kysely, type RawBuilder, sql } from 'kysely';

type Engine = 'sqlite' | 'postgres';

/** Sessions that repeat: their rules, the occurrences that are left out, and the rule of each session that has one. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  const owned = sql`
    id ${text}, created ${text}, updated ${text}, "user" ${text} references users (id) on delete cascade, client ${text}
  `;

  await createOwned(
    db,
    engine,
    'series',
    { client: 'clients' },
    sql`
      ${owned},
      start ${text},
      time_zone ${text},
      every_weeks integer not null,
      until ${text},
      duration integer not null,
      status ${text},
      previous ${text},
      made_until ${text},
      answer ${text},
      constraint series_id check (length(id) = 15 and length(previous) in (0, 15)),
      constraint series_instants check (length(created) = 24 and length(updated) = 24),
      constraint series_days check (length(start) = 16 and length(until) in (0, 10) and length(made_until) = 10),
      constraint series_every_weeks check (every_weeks between 1 and 8),
      constraint series_duration check (duration between 1 and 1440),
      constraint series_status check (status in ('scheduled', 'reserved'))
    `,
  );
  await createOwned(
    db,
    engine,
    'series_skips',
    { series: 'series', client: 'clients' },
    sql`
      ${owned},
      series ${text},
      occurrence ${text},
      reason ${text},
      constraint series_skips_id check (length(id) = 15),
      constraint series_skips_instants check (length(created) = 24 and length(updated) = 24),
      constraint series_skips_reason check (reason in ('chosen', 'deleted', 'taken', 'day_off'))
    `,
  );
  for (const table of ['series', 'series_skips']) {
    await db.schema.createIndex(`${table}_user_created`).on(table).columns(['user', 'created', 'id']).execute();
    await db.schema.createIndex(`${table}_user_client`).on(table).columns(['user', 'client']).execute();
  }
  await sql`create index series_endless on series (made_until, id) where until = ''`.execute(db);
  await sql`create unique index series_skips_once on series_skips ("user", series, occurrence)`.execute(db);

  await sql`alter table sessions add column series ${text} default ''`.execute(db);
  await sql`alter table sessions add column occurrence ${text} default ''`.execute(db);
  await sql`create unique index sessions_once on sessions ("user", series, occurrence) where series <> ''`.execute(db);
}

/** Creates a table whose keys have the owner in them: each relation leads to a record of the same practitioner. */
async function createOwned(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  relations: Record<string, string>,
  columns: RawBuilder<unknown>,
): Promise<void> {
  const name = sql.table(table);
  if (engine === 'sqlite') {
    const keys = Object.entries(relations).map(
      ([column, to]) =>
        sql`foreign key (${sql.ref(column)}, "user") references ${sql.table(to)} (id, "user") on delete cascade`,
    );
    const own = sql.join([columns, sql`primary key (id)`, sql`unique (id, "user")`, ...keys]);
    await sql`create table ${name} (${own}) strict`.execute(db);
    return;
  }
  // The id before the primary key, so that a taken id is reported as such.
  await sql`create table ${name} (${columns}, unique (id))`.execute(db);
  await sql`alter table ${name} add primary key ("user", id)`.execute(db);
  for (const [column, to] of Object.entries(relations)) {
    await sql`
      alter table ${name} add foreign key ("user", ${sql.ref(column)})
      references ${sql.table(to)} ("user", id) on delete cascade
    `.execute(db);
  }
}
