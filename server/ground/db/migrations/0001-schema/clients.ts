/** The clients of a practitioner. */
export const CLIENTS = `
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
  namesake integer not null default 0 check (namesake in (0, 1)),
  place text not null default '' check (place in ('', 'online', 'office')),
  place_link text not null default '',
  birth_date text not null default '' check (length(birth_date) in (0, 10)),
  contact text not null default '',
  tags text not null default '[]',
  price integer check (price between 0 and 100000000),
  pay_way text not null default '' check (pay_way in ('', 'cash', 'transfer', 'card', 'other')),
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
`;
