/** Notes and templates: what a practitioner writes without a client. */
export const WRITING = `
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

create table templates (
  id text not null,
  created text not null,
  updated text not null,
  "user" text not null references users (id) on delete cascade,
  name text not null,
  position integer not null check (position >= 0),
  seal_key integer not null default 0,
  sealed_fields integer not null default 0,
  sealed text not null default '',
  row key (id),
  constraint templates_id check (length(id) = 15),
  constraint templates_instants check (length(created) = 24 and length(updated) = 24)
);
create index templates_user_created on templates ("user", created, id);
`;
