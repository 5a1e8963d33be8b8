import { clientKey, clientSearchText } from '#domain/clients/client.ts';
import { sortKey } from '#domain/text/sort-key.ts';
import type { Database, Write } from '#server/ground/db/database.ts';
import { type AnyRow, loose } from '#server/ground/db/query.ts';
import type { TextsOf } from '#server/ground/db/row-codec.ts';
import type { NewRow } from '#server/ground/db/schema.ts';
import { sealRow } from '#server/ground/db/sealed-rows.ts';
import type { SealedTable } from '#server/ground/sealing/envelope.ts';
import { ownerId, type OwnerId } from '#server/ground/identity/actor.ts';
import { newRecordId, randomText } from '#server/ground/identity/record-id.ts';

export const STAMP = { created: '2026-11-21 09:00:00.000Z', updated: '2026-11-21 09:00:00.000Z' };

/** A practitioner with more clients than an account has without a licence. */
export const LICENSED = {
  license_key: 'VALID_1',
  license_status: 'active',
  license_verified_at: '2026-01-01 00:00:00.000Z',
  license_expires_at: '2099-01-01 00:00:00.000Z',
} as const;

/** The hash of `PASSWORD` of `accounts/account.ts`, at the cost of `CHEAP_PASSWORDS`. */
const PASSWORD_HASH = '$argon2id$v=19$m=64,t=1,p=1$a2FiaW5ldC10ZXN0LXNhbA$tIcFl07pcR4LfHS6k42L9xdg7yWTJiOWYgEzWKVEe/Y';

/** Adds a verified account, or a pending registration, with its profile, past every rule of the server. */
export async function addPractitioner(
  db: Database,
  account: Partial<NewRow<'users'>> = {},
  profile: Partial<NewRow<'profiles'>> = {},
): Promise<OwnerId> {
  const id = account.id ?? newRecordId();
  const email = account.email ?? `${id}@example.com`;
  await db.write(async ({ trx }) => {
    await trx
      .insertInto('users')
      .values({
        ...STAMP,
        id,
        email,
        email_key: email.toLowerCase(),
        emailVisibility: 0,
        verified: 1,
        name: 'Анна Петрова',
        password_hash: PASSWORD_HASH,
        token_key: randomText(50),
        ...(account.verified === 0 && { email_key: `PENDING ${id}`, pending_key: email.toLowerCase() }),
        ...account,
      })
      .execute();
    await trx
      .insertInto('profiles')
      .values({
        ...STAMP,
        id: newRecordId(),
        user: id,
        name: account.name ?? 'Анна Петрова',
        booking_hash: randomText(32),
        time_zone: 'Europe/Moscow',
        license_key: '',
        license_status: '',
        min_notice_minutes: 0,
        max_days_ahead: 180,
        buffer_minutes: 0,
        days_off: '[]',
        ...profile,
      })
      .execute();
  });
  return ownerId(id);
}

/** A row to add, with the texts that go into its envelope. */
export type Texted<Table extends SealedTable> = NewRow<Table> & Partial<TextsOf<Table>>;

/** Adds rows with their texts sealed, past every rule of the server. */
export async function insertSealed<Table extends SealedTable>(
  write: Write,
  table: Table,
  rows: readonly Texted<Table>[],
): Promise<void> {
  const sealed: AnyRow[] = [];
  for (const row of rows) sealed.push(await sealRow(write, table, { ...row }));
  await loose(write.trx).insertInto<string>(table).values(sealed).execute();
}

export function clientRow(owner: OwnerId, values: Partial<Texted<'clients'>> = {}): Texted<'clients'> {
  const name = values.name ?? 'Мария Иванова';
  const phone = values.phone ?? '+7 (916) 204-18-35';
  return {
    ...STAMP,
    id: newRecordId(),
    user: owner,
    name,
    phone,
    registration_date: STAMP.created,
    handmade: 1,
    source: 'Ручной ввод',
    identity_key: clientKey(name, phone),
    search_text: clientSearchText(name, phone),
    name_key: sortKey(name),
    ...values,
  };
}

/** Returns a session row without held time, which the rule under test or `holdTime` writes. */
export function sessionRow(
  owner: OwnerId,
  client: string,
  values: Partial<Texted<'sessions'>> = {},
): Texted<'sessions'> {
  return {
    ...STAMP,
    id: newRecordId(),
    user: owner,
    client,
    date: '2026-11-23 06:00:00.000Z',
    duration: 60,
    status: 'scheduled',
    ...values,
  };
}

export function seriesRow(owner: OwnerId, client: string, values: Partial<NewRow<'series'>> = {}): NewRow<'series'> {
  return {
    ...STAMP,
    id: newRecordId(),
    user: owner,
    client,
    start: '2026-11-23T09:00',
    time_zone: 'Europe/Moscow',
    every_weeks: 1,
    duration: 60,
    status: 'scheduled',
    made_until: '2027-11-21',
    answer: '{}',
    ...values,
  };
}

/** What a letter about the meeting of one session is about. */
function aboutOf({ session, kind }: Partial<NewRow<'letters'>>): string {
  if (!session || kind === 'session-reminder') return '';
  return JSON.stringify({ firstMs: 0, lastMs: 0, isOfMany: false, meetings: [{ session, before: null, shown: null }] });
}

/** A letter that was sent. */
export function letterRow(owner: OwnerId, values: Partial<NewRow<'letters'>> = {}): NewRow<'letters'> {
  return {
    ...STAMP,
    id: newRecordId(),
    user: owner,
    client: null,
    booking: null,
    session: null,
    series: null,
    kind: 'session-planned',
    state: 'sent',
    not_before: null,
    sent_at: STAMP.created,
    reason: '',
    start: '2026-11-23 06:00:00.000Z',
    duration: 60,
    about: aboutOf(values),
    stranger: null,
    message_id: randomText(32),
    claimed: null,
    attempts: 1,
    handed: values.state === 'due' ? 0 : 1,
    expires: values.start ?? '2026-11-23 06:00:00.000Z',
    ...values,
  };
}

/** Returns a request row without held time, as above. */
export function bookingRow(owner: OwnerId, values: Partial<Texted<'booking'>> = {}): Texted<'booking'> {
  return {
    ...STAMP,
    id: newRecordId(),
    user: owner,
    name: 'Олег Смирнов',
    phone: '+7 916 000-00-01',
    date: '2026-11-23 06:00:00.000Z',
    status: 'pending',
    time_zone: '',
    ...(values.status === undefined || values.status === 'pending'
      ? { held_since: values.created ?? STAMP.created }
      : {}),
    identity_key: clientKey(values.name ?? 'Олег Смирнов', values.phone ?? '+7 916 000-00-01'),
    ...values,
  };
}

export async function addClient(
  db: Database,
  owner: OwnerId,
  values: Partial<Texted<'clients'>> = {},
): Promise<Texted<'clients'>> {
  const row = clientRow(owner, values);
  await db.write((write) => insertSealed(write, 'clients', [row]));
  return row;
}

export async function addSession(
  db: Database,
  owner: OwnerId,
  client: string,
  values: Partial<Texted<'sessions'>> = {},
): Promise<Texted<'sessions'>> {
  const row = sessionRow(owner, client, values);
  await db.write((write) => insertSealed(write, 'sessions', [row]));
  return row;
}

export async function addBooking(
  db: Database,
  owner: OwnerId,
  values: Partial<Texted<'booking'>> = {},
): Promise<Texted<'booking'>> {
  const row = bookingRow(owner, values);
  await db.write((write) => insertSealed(write, 'booking', [row]));
  return row;
}
