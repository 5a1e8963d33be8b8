/** What happened: the journal, erasures, imports. */
export const HISTORY = `
create table journal (
  seq journal_seq,
  "user" text not null references users (id) on delete cascade,
  created text not null,
  action text not null,
  subject text not null,
  record text not null,
  client text not null,
  fields text not null,
  count integer not null,
  author text not null,
  sign_in text not null,
  address text not null,
  device text not null,
  day text not null,
  row key (seq),
  constraint journal_instants check (length(created) = 24 and length(day) in (0, 10)),
  constraint journal_author check (author in ('practitioner', 'visitor', 'program', 'operator'))
);
create index journal_user_seq on journal ("user", seq desc);
create index journal_user_created on journal ("user", created, seq);
create index journal_user_client_seq on journal ("user", client, seq desc);
create index journal_changes on journal ("user", seq desc) where action not in ('view', 'view_texts');
create index journal_view_days on journal ("user", day) where action = 'view';
create index journal_texts on journal ("user", created) where action = 'view_texts';
create index journal_devices on journal ("user", device) where subject = 'sign_ins' and action = 'create';
create unique index journal_view on journal ("user", sign_in, day, subject, client) where action = 'view';
create unique index journal_counted on journal ("user", action, sign_in, day)
  where action in ('sign_in_refused', 'reset_requested', 'view_texts');

create table erasures (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  client text not null,
  reason text not null,
  kinds text not null,
  mentions text not null,
  requests text not null,
  record key,
  constraint erasures_id check (length(id) = 15 and length(client) = 15),
  constraint erasures_instants check (length(created) = 24 and length(updated) = 24),
  constraint erasures_reason check (reason in ('request', 'purpose', 'term', 'other'))
);
create index erasures_user_created on erasures ("user", created desc, id);
create index erasures_created on erasures (created);
create unique index erasures_user_client on erasures ("user", client);

create table zone_rules (
  zone text primary key not null,
  version text not null,
  rules text not null
);
`;
