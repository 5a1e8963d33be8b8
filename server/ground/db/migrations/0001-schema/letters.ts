/** Letters, and the links in them. */
export const LETTERS = `
create table letters (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  client text,
  booking text,
  session text,
  series text,
  kind text not null,
  state text not null,
  not_before text,
  sent_at text,
  reason text not null,
  start text not null,
  duration integer not null,
  about text not null default '',
  stranger text,
  message_id text not null,
  claimed text,
  attempts integer not null default 0,
  handed integer not null default 0,
  expires text not null,
  counts_as_refusal integer not null default 0 check (counts_as_refusal in (0, 1)),
  record key,
  foreign key (client, "user") references clients (id, "user") on delete cascade,
  foreign key (booking, "user") references booking (id, "user") on delete cascade,
  constraint letters_id check (length(id) = 15),
  constraint letters_instants check (
    length(created) = 24 and length(updated) = 24 and length(start) = 24 and length(expires) = 24
    and length(not_before) = 24 and length(sent_at) = 24 and length(claimed) = 24
  ),
  constraint letters_counts check (attempts >= 0 and handed >= 0),
  constraint letters_state check (state in ('due', 'sent', 'unknown', 'failed', 'expired', 'dropped'))
);
create index letters_user_created on letters ("user", created, id);
create index letters_user_client on letters ("user", client, created) where client is not null;
create index letters_user_session on letters ("user", session, created) where session is not null;
create index letters_user_booking on letters ("user", booking, created) where booking is not null;
create index letters_user_series on letters ("user", series, created) where series is not null;
create index letters_next on letters (not_before) where not_before is not null;
create index letters_claimed on letters (claimed) where claimed is not null;
create index letters_message on letters (message_id);
create index letters_failed on letters (updated) where state = 'failed';
create index letters_start on letters (start);
create index letters_dropped on letters (updated) where state = 'dropped';
create index letters_stranger on letters (stranger, created) where stranger is not null;
-- A reminder goes once for each start of a session.
create unique index letters_reminder on letters (session, start)
  where kind = 'session-reminder' and (state not in ('dropped', 'expired') or handed > 0);

-- What clients were told of their meetings: by a letter, by the page of the visit, or with another session.
create table told (
  id text not null,
  "user" text not null references users (id) on delete cascade,
  client text not null,
  letter text,
  session text not null,
  uid text not null,
  start text not null,
  duration integer not null,
  place text not null,
  cancelled integer not null check (cancelled in (0, 1)),
  sequence integer not null,
  row key (id),
  foreign key (client, "user") references clients (id, "user") on delete cascade,
  foreign key (letter, "user") references letters (id, "user") on delete cascade,
  constraint told_id check (length(id) = 15 and length(session) = 15 and length(uid) = 15),
  constraint told_start check (length(start) = 24),
  constraint told_sequence check (sequence >= 0)
);
create index told_user_session on told ("user", session, sequence);
create index told_user_client on told ("user", client);
create index told_user_letter on told ("user", letter, start) where letter is not null;
create index told_start on told (start) where letter is null;

create table letter_stops (
  "user" text not null references users (id) on delete cascade,
  hash text not null,
  created text not null,
  primary key ("user", hash),
  constraint letter_stops_created check (length(created) = 24)
);

create table letter_holds (
  "user" text primary key not null references users (id) on delete cascade,
  held text,
  cleared text,
  constraint letter_holds_instants check (length(held) = 24 and length(cleared) = 24)
);

create table outbox (
  id text primary key not null,
  kind text not null,
  ids text not null,
  dedupe_key text not null unique,
  not_before text,
  state text not null,
  message_id text not null,
  claimed text,
  attempts integer not null,
  created text not null,
  updated text not null,
  account text,
  address text,
  constraint outbox_state check (state in ('due', 'sent', 'unknown', 'failed')),
  constraint outbox_instants check (
    length(created) = 24 and length(updated) = 24 and length(not_before) = 24 and length(claimed) = 24
  ),
  constraint outbox_attempts check (attempts >= 0)
);
create index outbox_next on outbox (not_before) where not_before is not null;
create index outbox_claimed on outbox (claimed) where claimed is not null;
create index outbox_settled on outbox (state, updated) where not_before is null;
create index outbox_address on outbox (created) where address is not null;
create index outbox_message on outbox (message_id);
create index outbox_account_kind_created on outbox (account, kind, created);

create table visit_links (
  hash text not null,
  "user" text not null references users (id) on delete cascade,
  session text,
  booking text,
  created text not null,
  revoked text,
  row key (hash),
  foreign key (session, "user") references sessions (id, "user") on delete cascade,
  foreign key (booking, "user") references booking (id, "user") on delete cascade,
  constraint visit_links_hash check (length(hash) = 64),
  constraint visit_links_instants check (length(created) = 24 and length(revoked) = 24)
);
create index visit_links_user_session on visit_links ("user", session);
create index visit_links_user_booking on visit_links ("user", booking) where booking is not null;
create index visit_links_created on visit_links (created);
`;
