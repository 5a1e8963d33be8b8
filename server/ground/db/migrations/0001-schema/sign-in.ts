/** Accounts, ways to sign in, and secrets. */
export const SIGN_IN = `
create table users (
  id text primary key not null,
  created text not null,
  updated text not null,
  email text not null,
  email_key text not null unique,
  "emailVisibility" integer not null,
  verified integer not null,
  name text not null,
  password_hash text not null,
  token_key text not null,
  deleted text,
  "idleSignOut" integer not null default 0 check ("idleSignOut" in (0, 1)),
  pending_key text not null default '',
  registered_device text not null default '',
  locked text,
  constraint users_id check (length(id) = 15),
  constraint users_instants check (
    length(created) = 24 and length(updated) = 24 and length(deleted) = 24 and length(locked) = 24
  ),
  constraint users_flags check ("emailVisibility" in (0, 1) and verified in (0, 1))
);
create index users_deleted on users (deleted) where deleted is not null;
create index users_unverified on users (created) where verified = 0;
create index users_pending_key on users (pending_key, created) where pending_key <> '';

create table erased_accounts (
  id text primary key not null,
  deleted text not null,
  constraint erased_accounts_id check (length(id) = 15),
  constraint erased_accounts_instants check (length(deleted) = 24)
);
create index erased_accounts_deleted on erased_accounts (deleted);

create table sign_ins (
  id text not null,
  "user" text not null references users (id) on delete cascade,
  created text not null,
  last_seen text not null,
  address text not null,
  device text not null,
  public_key text not null,
  wrapped text not null default '',
  row key (id),
  constraint sign_ins_instants check (length(created) = 24 and length(last_seen) = 24)
);
create index sign_ins_user_created on sign_ins ("user", created desc);
create index sign_ins_created on sign_ins (created);
create index sign_ins_last_seen on sign_ins (last_seen);

create table known_addresses (
  "user" text not null references users (id) on delete cascade,
  network text not null,
  neighbourhood text not null,
  last_seen text not null,
  constraint known_addresses_key primary key ("user", network),
  constraint known_addresses_instants check (length(last_seen) = 24)
);
create index known_addresses_last_seen on known_addresses (last_seen);

create table second_factors (
  "user" text primary key not null references users (id) on delete cascade,
  secret text not null,
  turned_on text,
  last_step integer not null,
  codes text not null,
  guesses integer not null,
  guesses_since text,
  constraint second_factors_instants check (length(turned_on) = 24 and length(guesses_since) = 24),
  constraint second_factors_secret check (turned_on is null or secret <> ''),
  constraint second_factors_counts check (last_step >= 0 and guesses >= 0)
);

create table waiting_sign_ins (
  id text not null,
  "user" text not null references users (id) on delete cascade,
  hash text not null,
  created text not null,
  tries integer not null,
  wrapped text not null default '',
  row key (id),
  constraint waiting_sign_ins_id check (length(id) = 15 and length(hash) = 64),
  constraint waiting_sign_ins_instants check (length(created) = 24),
  constraint waiting_sign_ins_tries check (tries >= 0)
);
create index waiting_sign_ins_user on waiting_sign_ins ("user");

create table email_changes (
  "user" text primary key not null references users (id) on delete cascade,
  new_email text not null,
  created text not null,
  constraint email_changes_instants check (length(created) = 24)
);

create table former_emails (
  "user" text not null references users (id) on delete cascade,
  number integer not null,
  email text not null,
  token_key text not null,
  created text not null,
  primary key ("user", number),
  constraint former_emails_instants check (length(created) = 24)
);
create index former_emails_created on former_emails (created);

create table invitations (
  hash text primary key not null,
  "for" text not null,
  used_by text,
  used text,
  expires text not null,
  constraint invitations_instants check (length(expires) = 24 and length(used) = 24)
);
create index invitations_expires on invitations (expires);

create table secrets (
  name text primary key not null,
  value text not null
);

create table kept_secrets (
  name text primary key not null,
  value text not null
);

create table sealing (
  name text primary key not null,
  fingerprint text not null,
  wrapped text not null
);

create table data_keys (
  "user" text not null references users (id) on delete cascade,
  number integer not null,
  wrapped text not null,
  created text not null,
  retired text,
  public_key text not null default '',
  primary key ("user", number)
);
create index data_keys_retired on data_keys (retired) where retired is not null;

create table strict_keys (
  "user" text primary key not null references users (id) on delete cascade,
  turned_on text,
  by_password text not null,
  by_code text not null,
  new_code text not null,
  swept text
);
create index strict_keys_unswept on strict_keys ("user") where turned_on is not null and swept is null;
`;
