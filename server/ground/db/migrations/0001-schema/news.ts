/** What others and the program did, to be shown to the practitioner. */
export const NEWS = `
create table news (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  kind text not null,
  session text,
  client text,
  booking text,
  "before" text,
  "after" text,
  seen integer not null default 0,
  record key,
  foreign key (session, "user") references sessions (id, "user") on delete cascade,
  foreign key (client, "user") references clients (id, "user") on delete cascade,
  foreign key (booking, "user") references booking (id, "user") on delete cascade,
  constraint news_id check (length(id) = 15),
  constraint news_instants check (
    length(created) = 24 and length(updated) = 24 and length("before") = 24 and length("after") = 24
  ),
  constraint news_kind check (kind in (
    'client_moved', 'client_canceled', 'client_stopped', 'request_new', 'request_withdrawn', 'request_expired',
    'letter_failed', 'series_skipped', 'import_done'
  )),
  constraint news_seen check (seen in (0, 1))
);
create index news_user_created on news ("user", created desc, id);
create index news_created on news (created);
create index news_session on news (session, "user") where session is not null;
create index news_client on news (client, "user") where client is not null;
create index news_booking on news (booking, "user") where booking is not null;
`;
