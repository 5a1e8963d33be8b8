import { type Kysely, sql } from 'kysely';

/** Letters to clients: their addresses, what the practitioner chose, what was sent of each, and who wants none. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  const add = async (table: string, column: string, type = sql`${text} default ''`): Promise<void> => {
    await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${type}`.execute(db);
  };

  for (const column of ['email', 'email_key', 'time_zone', 'letters_off']) await add('clients', column);
  await add('clients', 'reminders', sql`${text} default 'none' check (reminders in ('email', 'none'))`);
  await sql`create index clients_user_email on clients ("user", email_key) where email_key <> ''`.execute(db);
  await add('booking', 'email');

  const flag = sql`integer not null default 1 check (client_letters in (0, 1))`;
  await add('profiles', 'client_letters', flag);
  await add('profiles', 'reminder_hours', sql`integer not null default 24`);
  await add('profiles', 'quiet_from', sql`${text} default '21:00'`);
  await add('profiles', 'quiet_to', sql`${text} default '09:00'`);
  await add('profiles', 'sender_name');

  const references = sql`references users (id) on delete cascade`;
  const strict = engine === 'postgres' ? sql`` : sql`strict`;
  await sql`
    create table letter_stops (
      "user" ${text} ${references}, hash ${text}, created ${text},
      primary key ("user", hash),
      constraint letter_stops_created check (length(created) = 24)
    ) ${strict}
  `.execute(db);
  await sql`
    create table letters (
      id ${text}, created ${text}, updated ${text}, "user" ${text} ${references},
      client ${text}, booking ${text}, session ${text}, series ${text},
      kind ${text}, state ${text}, not_before ${text}, sent_at ${text}, reason ${text},
      start ${text}, duration integer not null, sequence integer not null, stranger ${text},
      ${engine === 'postgres' ? sql`unique (id), primary key ("user", id)` : sql`primary key (id), unique (id, "user")`},
      constraint letters_id check (length(id) = 15),
      constraint letters_instants check (
        length(created) = 24 and length(updated) = 24 and length(not_before) = 24 and length(start) = 24
        and length(sent_at) in (0, 24)
      ),
      constraint letters_state check (state in ('due', 'sent', 'unknown', 'failed', 'expired', 'dropped'))
    ) ${strict}
  `.execute(db);
  await sql`create index letters_user_created on letters ("user", created, id)`.execute(db);
  for (const column of ['client', 'session', 'booking', 'series']) {
    const name = sql.ref(`letters_user_${column}`);
    await sql`
      create index ${name} on letters ("user", ${sql.ref(column)}, created) where ${sql.ref(column)} <> ''
    `.execute(db);
  }
  await sql`create index letters_due on letters ("user", not_before) where state = 'due'`.execute(db);
  await sql`create index letters_user_start on letters ("user", start)`.execute(db);
  await sql`create index letters_stranger on letters (stranger, created) where stranger <> ''`.execute(db);

  await add('outbox', 'letter');
  await add('outbox', 'expires');
  await add('outbox', 'handed', sql`integer not null default 0`);
  await sql`create index outbox_own on outbox (state, not_before) where letter = ''`.execute(db);
  await sql`create index outbox_letter on outbox (letter) where letter <> ''`.execute(db);
}
