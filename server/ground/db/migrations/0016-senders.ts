import { type Kysely, sql } from 'kysely';

/**
 * Requests refer to the client that they became and go with that client; they hold their time from a moment on, until
 * released; and for a while they keep a keyed hash of the sender's network. A practitioner can close the page.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  await (engine === 'postgres' ? alterBooking(db) : rebuildBooking(db));
  await sql`update booking set held_since = created where status = 'pending'`.execute(db);
  await findClients(db);
  for (const column of ['client', 'client_key', 'identity_key', 'wider_network']) {
    await db.schema.createIndex(`booking_user_${column}`).on('booking').columns(['user', column]).execute();
  }
  await sql`create index booking_held_for_long on booking (held_since) where held_since != ''`.execute(db);
  await sql`create index booking_network_created on booking (created) where network != ''`.execute(db);
  await db.schema
    .alterTable('profiles')
    .addColumn('accepting', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(1)
        .check(sql`accepting in (0, 1)`),
    )
    .execute();
  // Neither of the two authors so far carries out the work of a job.
  await sql`alter table journal drop constraint journal_author`.execute(db);
  await sql`
    alter table journal add constraint journal_author check (author in ('practitioner', 'visitor', 'program'))
  `.execute(db);
}

async function alterBooking(db: Kysely<unknown>): Promise<void> {
  for (const name of ['client', 'identity_key', 'held_since', 'network', 'wider_network']) {
    await sql`alter table booking add column ${sql.ref(name)} text collate "C" not null default ''`.execute(db);
  }
  await sql`
    alter table booking
      add column client_key text collate "C" generated always as (nullif(client, '')) stored,
      add constraint booking_held_since check (length(held_since) in (0, 24))
  `.execute(db);
  await sql`
    alter table booking add constraint booking_client_user
    foreign key ("user", client_key) references clients ("user", id) on delete cascade
  `.execute(db);
}

/** SQLite cannot add a foreign key of two columns to an existing table. */
async function rebuildBooking(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table booking_next (
      id text primary key not null,
      created text not null,
      updated text not null,
      "user" text not null references users (id) on delete cascade,
      name text not null,
      phone text not null,
      date text not null,
      status text not null,
      message text not null,
      time_zone text not null,
      session text not null,
      client text not null default '',
      identity_key text not null default '',
      held_since text not null default '',
      network text not null default '',
      wider_network text not null default '',
      -- An empty relation refers to nothing.
      client_key text generated always as (nullif(client, '')) stored,
      constraint booking_id check (length(id) = 15),
      constraint booking_instants check (length(created) = 24 and length(updated) = 24 and length(date) = 24),
      constraint booking_status check (status in ('pending', 'confirmed', 'cancelled')),
      constraint booking_held_since check (length(held_since) in (0, 24)),
      constraint booking_client_user foreign key (client_key, "user") references clients (id, "user") on delete cascade
    ) strict
  `.execute(db);
  const columns = sql`id, created, updated, "user", name, phone, date, status, message, time_zone, session`;
  await sql`insert into booking_next (${columns}) select ${columns} from booking`.execute(db);
  await sql`drop table booking`.execute(db);
  await sql`alter table booking_next rename to booking`.execute(db);
  await sql`create index booking_user_status_date on booking ("user", status, date)`.execute(db);
  await sql`create index booking_user_date on booking ("user", date desc, id)`.execute(db);
  await sql`create index booking_user_created on booking ("user", created desc, id)`.execute(db);
  await sql`
    create trigger booking_release_time after delete on booking
    begin delete from held_time where source = 'booking' and source_id = old.id; end
  `.execute(db);
}

interface OldRequest {
  id: string;
  name: string;
  phone: string;
}

const AT_ONCE = 500;

/** Sets the client of older decided requests: the one of the session, or the one with the same name and phone. */
async function findClients(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<OldRequest>`
      select id, name, phone from booking where id > ${after} order by id limit ${sql.lit(AT_ONCE)}
    `.execute(db);
    for (const { id, name, phone } of rows) {
      await sql`update booking set identity_key = ${identityKey(name, phone)} where id = ${id}`.execute(db);
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.id;
  }
  await sql`
    update booking set client = coalesce(
      (select client from sessions where sessions.id = booking.session and sessions."user" = booking."user"),
      (select id from clients
        where clients."user" = booking."user" and clients.identity_key = booking.identity_key),
      ''
    ) where status != 'pending'
  `.execute(db);
}

/** The identity key of clients at this version: the folded name and the digits of the phone. */
function identityKey(name: string, phone: string): string {
  const spaced = fold(name.normalize()).trim().replace(/\s+/g, ' ');
  return `${spaced}\n${phoneDigits(phone) || fold(phone).trim()}`;
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll('ё', 'е');
}

function phoneDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (digits.length === 11 && digits.startsWith('8')) return `7${digits.slice(1)}`;
  return digits.length === 10 ? `7${digits}` : digits;
}
