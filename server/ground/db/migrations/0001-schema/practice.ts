/** The records of a practice, and the time that they hold. */
export const PRACTICE = `
create table profiles (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null unique references users (id) on delete cascade,
  name text not null,
  booking_hash text not null unique,
  time_zone text not null,
  license_key text not null,
  license_status text not null,
  license_verified_at text,
  license_expires_at text,
  min_notice_minutes integer not null,
  max_days_ahead integer not null,
  buffer_minutes integer not null,
  days_off text not null,
  accepting integer not null default 1 check (accepting in (0, 1)),
  client_letters integer not null default 1 check (client_letters in (0, 1)),
  reminder_hours integer not null default 24,
  quiet_from text not null default '21:00',
  quiet_to text not null default '09:00',
  sender_name text not null default '',
  reply_to text not null default '',
  cancel_hours integer not null default 24,
  move_hours integer not null default 24,
  max_moves integer not null default 2,
  late_cancel text not null default 'refuse' check (late_cancel in ('refuse', 'note')),
  public_phone text not null default '',
  ask_consent integer not null default 0 check (ask_consent in (0, 1)),
  row key (id),
  constraint profiles_id check (length(id) = 15),
  constraint profiles_instants check (length(created) = 24 and length(updated) = 24),
  constraint profiles_license_status check (license_status in ('', 'active', 'invalid', 'expired')),
  constraint profiles_license_instants
    check (length(license_verified_at) = 24 and length(license_expires_at) = 24),
  constraint profiles_rules check (min_notice_minutes >= 0 and max_days_ahead >= 0 and buffer_minutes >= 0)
);

create table clients (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  name text not null,
  phone text not null,
  registration_date text,
  handmade integer not null,
  source text not null,
  identity_key text,
  search_text text not null,
  name_key text not null default '',
  archived integer not null default 0 check (archived in (0, 1)),
  email text not null default '',
  email_key text not null default '',
  time_zone text not null default '',
  letters_off text not null default '',
  reminders text not null default 'none' check (reminders in ('email', 'none')),
  agreed integer not null default 0 check (agreed in (0, 1)),
  import text,
  seal_key integer not null default 0,
  sealed_fields integer not null default 0,
  sealed text not null default '',
  record key,
  constraint clients_user_identity_key unique ("user", identity_key),
  constraint clients_id check (length(id) = 15),
  constraint clients_instants
    check (length(created) = 24 and length(updated) = 24 and length(registration_date) = 24),
  constraint clients_handmade check (handmade in (0, 1))
);
create index clients_user_created on clients ("user", created desc, id, archived, agreed);
create index clients_user_name_key on clients ("user", name_key, id, archived, agreed, search_text);
create index clients_user_email on clients ("user", email_key) where email_key <> '';
create index clients_user_import on clients ("user", import, created) where import is not null;

create table series (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  client text not null,
  start text not null,
  time_zone text not null,
  every_weeks integer not null,
  until text,
  duration integer not null,
  status text not null,
  previous text,
  made_until text not null,
  answer text not null,
  remind_from text,
  record key,
  foreign key (client, "user") references clients (id, "user") on delete cascade,
  constraint series_id check (length(id) = 15 and length(previous) = 15),
  constraint series_instants check (length(created) = 24 and length(updated) = 24),
  constraint series_days check (length(start) = 16 and length(until) = 10 and length(made_until) = 10),
  constraint series_every_weeks check (every_weeks between 1 and 8),
  constraint series_duration check (duration between 1 and 1440),
  constraint series_status check (status in ('scheduled', 'reserved'))
);
create index series_user_created on series ("user", created, id);
create index series_user_client on series ("user", client);
create index series_endless on series (made_until, id) where until is null;

create table series_skips (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  client text not null,
  series text not null,
  occurrence text not null,
  reason text not null,
  record key,
  foreign key (series, "user") references series (id, "user") on delete cascade,
  foreign key (client, "user") references clients (id, "user") on delete cascade,
  constraint series_skips_id check (length(id) = 15),
  constraint series_skips_instants check (length(created) = 24 and length(updated) = 24),
  constraint series_skips_reason check (reason in ('chosen', 'deleted', 'taken', 'day_off'))
);
create index series_skips_user_created on series_skips ("user", created, id);
create index series_skips_user_client on series_skips ("user", client);
create unique index series_skips_once on series_skips ("user", series, occurrence);

create table sessions (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  client text,
  date text not null,
  duration integer not null,
  status text not null,
  series text,
  occurrence text,
  moves integer not null default 0 check (moves >= 0),
  outcome text not null default '' check (outcome in ('', 'client', 'late', 'no_show', 'practitioner')),
  outcome_at text,
  remind_from text,
  seal_key integer not null default 0,
  sealed_fields integer not null default 0,
  sealed text not null default '',
  record key,
  foreign key (client, "user") references clients (id, "user") on delete cascade,
  foreign key (series, "user") references series (id, "user"),
  constraint sessions_id check (length(id) = 15),
  constraint sessions_instants check (length(created) = 24 and length(updated) = 24 and length(date) = 24),
  constraint sessions_duration check (duration between 1 and 1440),
  constraint sessions_status check (status in ('scheduled', 'completed', 'canceled', 'reserved'))
);
create index sessions_user_date on sessions ("user", date desc, id, client, status);
create index sessions_user_created on sessions ("user", created, id);
create index sessions_user_client_date on sessions ("user", client, date desc, id);
create index sessions_open on sessions ("user", date desc, id) where status <> 'completed' and status <> 'canceled';
create unique index sessions_once on sessions ("user", series, occurrence) where series is not null;

create table blog_posts (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  date text not null,
  seal_key integer not null default 0,
  sealed_fields integer not null default 0,
  sealed text not null default '',
  row key (id),
  constraint blog_posts_id check (length(id) = 15),
  constraint blog_posts_instants check (length(created) = 24 and length(updated) = 24 and length(date) = 24)
);
create index blog_posts_user_date on blog_posts ("user", date desc, id);
create index blog_posts_user_created on blog_posts ("user", created, id);

create table availability_settings (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  day_of_week integer not null,
  start_time text not null,
  end_time text not null,
  is_available integer not null,
  breaks text not null,
  row key (id),
  constraint availability_settings_user_day unique ("user", day_of_week),
  constraint availability_settings_id check (length(id) = 15),
  constraint availability_settings_instants check (length(created) = 24 and length(updated) = 24),
  constraint availability_settings_day check (day_of_week between 0 and 6),
  constraint availability_settings_flag check (is_available in (0, 1))
);

create table booking (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  name text not null,
  phone text not null,
  date text not null,
  status text not null,
  time_zone text not null,
  session text,
  client text,
  identity_key text not null default '',
  held_since text,
  network text not null default '',
  wider_network text not null default '',
  email text not null default '',
  withdrawn integer not null default 0 check (withdrawn in (0, 1)),
  seal_key integer not null default 0,
  sealed_fields integer not null default 0,
  sealed text not null default '',
  record key,
  foreign key (client, "user") references clients (id, "user") on delete cascade,
  foreign key (session, "user") references sessions (id, "user") on delete set null (session),
  constraint booking_id check (length(id) = 15),
  constraint booking_instants check (length(created) = 24 and length(updated) = 24 and length(date) = 24),
  constraint booking_status check (status in ('pending', 'confirmed', 'cancelled')),
  constraint booking_held_since check (length(held_since) = 24)
);
create index booking_user_status_date on booking ("user", status, date);
create index booking_user_date on booking ("user", date desc, id);
create index booking_user_created on booking ("user", created desc, id);
create index booking_user_client on booking ("user", client);
create index booking_session on booking (session, "user") where session is not null;
create index booking_user_identity_key on booking ("user", identity_key);
create index booking_user_wider_network on booking ("user", wider_network);
create index booking_held_for_long on booking (held_since) where held_since is not null;
create index booking_network_created on booking (created) where network != '';

-- Time that no other record can take: half-open, in milliseconds since 1970. Rows are only inserted and deleted.
create table held_time (
  "user" text not null references users (id) on delete cascade,
  start_ms epoch_ms not null,
  end_ms epoch_ms not null,
  source text not null,
  source_id text not null,
  deliberate integer not null,
  row key (source, source_id),
  constraint held_time_length check (end_ms > start_ms and end_ms - start_ms <= 86400000),
  constraint held_time_source_kind check (source in ('session', 'booking')),
  constraint held_time_deliberate check (deliberate in (0, 1))
);
create index held_time_user_start on held_time ("user", start_ms);

create table consent_documents (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  version integer not null,
  title text not null,
  text text not null,
  hash text not null,
  retired text,
  record key,
  constraint consent_documents_id check (length(id) = 15 and length(hash) = 64 and version > 0),
  constraint consent_documents_instants
    check (length(created) = 24 and length(updated) = 24 and length(retired) = 24)
);
create unique index consent_documents_version on consent_documents ("user", version);
create unique index consent_documents_current on consent_documents ("user") where retired is null;
create index consent_documents_user_created on consent_documents ("user", created, id);

create table consents (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  document text not null,
  client text,
  booking text,
  given_at text not null,
  manner text not null,
  withdrawn_at text,
  address text not null,
  device text not null,
  record key,
  foreign key (document, "user") references consent_documents (id, "user") on delete cascade,
  foreign key (client, "user") references clients (id, "user") on delete cascade,
  foreign key (booking, "user") references booking (id, "user") on delete cascade,
  constraint consents_id check (length(id) = 15),
  constraint consents_instants check (
    length(created) = 24 and length(updated) = 24 and length(given_at) = 24 and length(withdrawn_at) = 24
  ),
  constraint consents_manner check (manner in ('web', 'paper'))
);
create index consents_user_created on consents ("user", created, id);
create index consents_user_client on consents ("user", client, given_at, id);
create index consents_user_document on consents ("user", document);
create index consents_user_booking on consents ("user", booking) where booking is not null;
`;
