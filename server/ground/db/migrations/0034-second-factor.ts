import { type Kysely, sql } from 'kysely';

/** What an account asks for after its password, and the sign-ins that wait for it. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`;
  const strict = engine === 'postgres' ? sql`` : sql`strict`;
  // A database that is spread by practitioner needs the owner in every key.
  const keys = engine === 'postgres' ? sql`unique (id), primary key ("user", id)` : sql`primary key (id)`;
  await sql`
    create table second_factors (
      "user" ${text} primary key references users (id) on delete cascade,
      secret ${text}, turned_on ${text}, last_step integer not null, codes ${text},
      guesses integer not null, guesses_since ${text},
      constraint second_factors_instants check (length(turned_on) in (0, 24) and length(guesses_since) in (0, 24)),
      constraint second_factors_secret check (turned_on = '' or secret <> ''),
      constraint second_factors_counts check (last_step >= 0 and guesses >= 0)
    ) ${strict}
  `.execute(db);
  await sql`
    create table waiting_sign_ins (
      id ${text}, "user" ${text} references users (id) on delete cascade,
      hash ${text}, created ${text}, tries integer not null, ${keys},
      constraint waiting_sign_ins_id check (length(id) = 15 and length(hash) = 64),
      constraint waiting_sign_ins_instants check (length(created) = 24),
      constraint waiting_sign_ins_tries check (tries >= 0)
    ) ${strict}
  `.execute(db);
  await sql`create index waiting_sign_ins_user on waiting_sign_ins ("user")`.execute(db);
  // Finds whether an account was signed in to on a device before.
  await sql`
    create index journal_devices on journal ("user", device) where subject = 'sign_ins' and action = 'create'
  `.execute(db);
}
