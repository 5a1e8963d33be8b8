/** What clients paid; amounts and prices are kopecks. */
export const MONEY = `
create table payments (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  client text,
  session text,
  amount integer not null,
  paid_on text not null,
  way text not null,
  meetings integer not null default 0,
  until text,
  receipt integer not null default 0,
  seal_key integer not null default 0,
  sealed_fields integer not null default 0,
  sealed text not null default '',
  record key,
  foreign key (client, "user") references clients (id, "user") on delete set null (client),
  foreign key (session, "user") references sessions (id, "user") on delete set null (session),
  constraint payments_id check (length(id) = 15),
  constraint payments_instants check (length(created) = 24 and length(updated) = 24),
  constraint payments_days check (length(paid_on) = 10 and length(until) = 10),
  constraint payments_amount check (amount between -100000000 and 100000000 and amount <> 0),
  constraint payments_way check (way in ('cash', 'transfer', 'card', 'other')),
  constraint payments_meetings check (meetings between 0 and 100 and (meetings = 0 or amount > 0 and session is null)),
  constraint payments_refund check (amount > 0 or session is null),
  constraint payments_receipt check (receipt in (0, 1))
);
create index payments_user_paid_on on payments ("user", paid_on desc, id);
create index payments_user_created on payments ("user", created, id);
create index payments_client on payments (client, "user") where client is not null;
create index payments_session on payments (session, "user") where session is not null;
`;
