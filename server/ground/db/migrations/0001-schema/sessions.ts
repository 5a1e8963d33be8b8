/** Sessions, requests and series, and the time that they hold. */
export const SESSIONS = `
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
  session text,
  record key,
  foreign key (series, "user") references series (id, "user") on delete cascade,
  foreign key (client, "user") references clients (id, "user") on delete cascade,
  constraint series_skips_id check (length(id) = 15 and length(session) = 15),
  constraint series_skips_instants check (length(created) = 24 and length(updated) = 24),
  constraint series_skips_reason check (reason in ('chosen', 'deleted', 'taken', 'day_off'))
);
create index series_skips_user_created on series_skips ("user", created, id);
create index series_skips_user_client on series_skips ("user", client);
create index series_skips_user_session on series_skips ("user", session) where session is not null;
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
  place text not null default '',
  price integer check (price between 0 and 100000000),
  waived integer not null default 0 check (waived in (0, 1)),
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
create index sessions_user_client_date on sessions ("user", client, date desc, id, status);
create index sessions_open on sessions ("user", date desc, id) where status <> 'completed' and status <> 'canceled';
create unique index sessions_once on sessions ("user", series, occurrence) where series is not null;

-- Deleted sessions, for the minutes in which that is taken back, with what went with them.
create table removed_sessions (
  "user" text not null references users (id) on delete cascade,
  session text not null,
  client text,
  created text not null,
  removed_by text not null,
  kept text not null,
  primary key ("user", session),
  foreign key (client, "user") references clients (id, "user") on delete cascade,
  constraint removed_sessions_created check (length(created) = 24)
);
create index removed_sessions_client on removed_sessions (client, "user") where client is not null;
create index removed_sessions_created on removed_sessions (created);

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
create index booking_user_client on booking ("user", client, created desc, id);
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
`;
