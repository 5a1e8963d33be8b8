/** Lets the deletion of an account pass: its row is marked as deleted before its rows are deleted. */
const ACCOUNT_STAYS = `exists (select 1 from users where id = old."user" and deleted is null)`;

const DOCUMENT_CHANGES = `
  old.id <> new.id or old."user" <> new."user" or old.created <> new.created or old.version <> new.version
  or old.title <> new.title or old.text <> new.text or old.hash <> new.hash or old.retired is not null`;

const CONSENT_CHANGES = `
  old.id <> new.id or old."user" <> new."user" or old.created <> new.created or old.document <> new.document
  or old.given_at <> new.given_at or old.manner <> new.manner or old.address <> new.address or old.device <> new.device
  or old.client is not null and new.client is distinct from old.client
  or new.booking is not null and new.booking is distinct from old.booking
  or old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at`;

/** An agreement can only be deleted together with the client who gave it, or with the request that it came with. */
const AGREED_STAYS = `
  case when old.client is null
    then exists (select 1 from booking where id = old.booking and "user" = old."user")
    else exists (select 1 from clients where id = old.client and "user" = old."user")
  end`;

const OVERLAPS = `
  new.deliberate = 0 and exists (
    select 1 from held_time
    where "user" = new."user" and start_ms < new.end_ms and end_ms > new.start_ms
      and start_ms > new.start_ms - 86400000
  )`;

/**
 * Returns the condition that a client has the same name as a row: the name is the first line of their key, or all of
 * it.
 */
const namesakesOf = (row: string, [at, line]: readonly [at: string, line: string]) => {
  const end = `${at}(${row}.identity_key || ${line}(10), ${line}(10))`;
  return `
  "user" = ${row}."user"
  and identity_key >= substr(${row}.identity_key, 1, ${end})
  and identity_key < substr(${row}.identity_key, 1, ${end} - 1) || ${line}(11)`;
};

/**
 * Counts the clients with a name, up to three, and selects the first two: adding one to thousands of the same name
 * costs one step.
 */
const few = (namesakes: string) =>
  `(select count(*) from (select 1 from clients where ${namesakes} limit 3) as counted)`;
const firstTwo = (namesakes: string) => `id in (select id from clients where ${namesakes} limit 2)`;

/** Marks clients as namesakes as long as others have the same name. */
const mark = (is: 0 | 1, where: string) =>
  `update clients set namesake = ${is} where namesake = ${1 - is} and ${where};`;
const leave = (before: string) => mark(0, `${firstTwo(before)} and ${few(before)} = 1`);
const alone = (after: string, row: string) => mark(0, `id = ${row}.id and ${few(after)} = 1`);

const SQLITE_WORDS = ['instr', 'char'] as const;
const SQLITE_LEAVE = leave(namesakesOf('old', SQLITE_WORDS));
const AFTER = namesakesOf('new', SQLITE_WORDS);
/** Where there are more than two, the others are marked already. */
const SQLITE_JOIN = [
  mark(1, `${firstTwo(AFTER)} and ${few(AFTER)} = 2`),
  mark(1, `id = new.id and ${few(AFTER)} = 3`),
  alone(AFTER, 'new'),
].join(' ');

const POSTGRES_WORDS = ['strpos', 'chr'] as const;
const postgresLeave = (row: string) => leave(namesakesOf(row, POSTGRES_WORDS));
const postgresJoin = (row: string) => {
  const after = namesakesOf(row, POSTGRES_WORDS);
  return `${mark(1, `${few(after)} > 1 and ${after}`)} ${alone(after, row)}`;
};
/**
 * Runs once for each name in the rows of a statement, all of which are in the table before the first row trigger runs.
 * Planned for each name: a plan made while the table was small would read all clients of the practitioner for every row
 * of an import.
 */
const eachName = (table: string, run: string) => `
  for one in select distinct on ("user", split_part(identity_key, chr(10), 1)) id, "user", identity_key from ${table}
  loop ${run} end loop;`;

const COUNTED = `('sign_in_refused', 'reset_requested', 'view_texts')`;

/**
 * What the database refuses, and what it deletes together with a row. A statement of a trigger ends its line with `;
 * end;`.
 */
export const SQLITE_RULES = `
create trigger held_time_no_overlap before insert on held_time when ${OVERLAPS}
begin select raise(abort, 'held_time_overlap'); end;
create trigger held_time_fixed before update on held_time
begin select raise(abort, 'held_time_fixed'); end;
create trigger sessions_release_time after delete on sessions
begin delete from held_time where source = 'session' and source_id = old.id; end;
create trigger booking_release_time after delete on booking
begin delete from held_time where source = 'booking' and source_id = old.id; end;

create trigger clients_namesake_added after insert on clients
begin ${SQLITE_JOIN} end;
create trigger clients_namesake_renamed after update of identity_key on clients
when old.identity_key is distinct from new.identity_key
begin ${SQLITE_LEAVE} ${SQLITE_JOIN} end;
create trigger clients_namesake_deleted after delete on clients
begin ${SQLITE_LEAVE} end;

create trigger journal_undeleted before delete on journal when ${ACCOUNT_STAYS}
begin select raise(abort, 'journal_fixed'); end;
create trigger journal_unchanged
before update of seq, "user", created, action, subject, record, client, fields, author, sign_in, address, device, day
on journal
begin select raise(abort, 'journal_fixed'); end;
create trigger journal_uncounted before update of count on journal
when old.action not in ${COUNTED} or new.count <= old.count
begin select raise(abort, 'journal_fixed'); end;

create trigger consent_documents_update before update on consent_documents when ${DOCUMENT_CHANGES}
begin select raise(abort, 'consent_fixed'); end;
create trigger consent_documents_delete before delete on consent_documents when ${ACCOUNT_STAYS}
begin select raise(abort, 'consent_fixed'); end;
create trigger consents_update before update on consents when ${CONSENT_CHANGES}
begin select raise(abort, 'consent_fixed'); end;
create trigger consents_delete before delete on consents when ${ACCOUNT_STAYS} and ${AGREED_STAYS}
begin select raise(abort, 'consent_fixed'); end;
`;

/**
 * Tables for several nodes. All but the times of jobs are unlogged: after a crash streams reconnect and counts restart.
 */
export const POSTGRES_ONLY = `
create unlogged table rate_limits (
  key text collate "C" primary key,
  points integer not null,
  expire bigint
);
create unlogged table deleted_rows (
  collection text collate "C" not null,
  id text collate "C" not null,
  "user" text collate "C" not null references users (id) on delete cascade,
  stored text not null,
  deleted timestamptz not null default now(),
  unique (collection, id),
  primary key ("user", collection, id)
);
create unlogged table stream_calls (
  id text collate "C" primary key,
  call text not null,
  made timestamptz not null default now()
);
create table jobs (
  name text collate "C" primary key,
  next_run timestamptz not null
);
`;

const fixed = (table: string, { update, remove }: { update: string; remove: string }) => `
create function ${table}_fixed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if not (${update}) then return new; end if;
  elsif tg_op = 'DELETE' then
    if not (${remove}) then return old; end if;
  end if;
  raise exception 'consent_fixed';
end $$;
create trigger ${table}_fixed before update or delete on ${table}
for each row execute function ${table}_fixed();
create trigger ${table}_whole before truncate on ${table}
for each statement execute function ${table}_fixed();`;

/**
 * The same rules on PostgreSQL, where an exclusion constraint also holds between transactions that do not see each
 * other.
 */
export const POSTGRES_RULES = `
create extension if not exists btree_gist;
alter table held_time add constraint held_time_apart
exclude using gist ("user" with =, int8range(start_ms, end_ms) with &&) where (deliberate = 0);
create function held_time_no_overlap() returns trigger language plpgsql as $$
begin
  if ${OVERLAPS} then
    raise exception 'held_time_overlap' using errcode = 'exclusion_violation', table = 'held_time';
  end if;
  return new;
end $$;
create trigger held_time_no_overlap before insert on held_time
for each row execute function held_time_no_overlap();
create function held_time_fixed() returns trigger language plpgsql as $$
begin raise exception 'held_time_fixed'; end $$;
create trigger held_time_fixed before update on held_time
for each row execute function held_time_fixed();
create function release_time() returns trigger language plpgsql as $$
begin
  delete from held_time where "user" = old."user" and source = tg_argv[0] and source_id = old.id;
  return null;
end $$;
create trigger sessions_release_time after delete on sessions
for each row execute function release_time('session');
create trigger booking_release_time after delete on booking
for each row execute function release_time('booking');

create function clients_namesake() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare one record;
begin
  if tg_op = 'INSERT' then ${eachName('those', postgresJoin('one'))} end if;
  if tg_op = 'DELETE' then ${eachName('those', postgresLeave('one'))} end if;
  if tg_op = 'UPDATE' then ${postgresLeave('old')} ${postgresJoin('new')} end if;
  return null;
end $$;
create trigger clients_namesake_added after insert on clients referencing new table as those
for each statement execute function clients_namesake();
create trigger clients_namesake_deleted after delete on clients referencing old table as those
for each statement execute function clients_namesake();
create trigger clients_namesake_renamed after update of identity_key on clients
for each row execute function clients_namesake();

create function journal_fixed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not ${ACCOUNT_STAYS} then return old; end if;
  if tg_op = 'UPDATE' and old.action in ${COUNTED} and new.count > old.count
    and to_jsonb(new) - 'count' = to_jsonb(old) - 'count' then return new; end if;
  raise exception 'journal_fixed';
end $$;
create trigger journal_fixed before update or delete on journal
for each row execute function journal_fixed();
create trigger journal_whole before truncate on journal
for each statement execute function journal_fixed();
${fixed('consent_documents', { update: DOCUMENT_CHANGES, remove: ACCOUNT_STAYS })}
${fixed('consents', { update: CONSENT_CHANGES, remove: `${ACCOUNT_STAYS} and ${AGREED_STAYS}` })}
`;
