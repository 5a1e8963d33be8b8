/** The texts that clients agree to, and who agreed. */
export const CONSENTS = `
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
