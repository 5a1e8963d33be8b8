import { sql } from 'kysely';
import { emailKey } from '#domain/accounts/email.ts';
import type { Action } from '#server/ground/action.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { idRowsSlot, idsOf, perEngine, preparedQuery } from '#server/ground/db/query.ts';
import { decodeRow } from '#server/ground/db/row-codec.ts';
import type { Row } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { type StopToken, stopHash } from '#server/practice/letters/address-keys.ts';

const RULES = [
  'name',
  'time_zone',
  'client_letters',
  'sender_name',
  'reply_to',
  'place_address',
  'place_link',
  'public_phone',
  'price',
  'pay_in_letters',
  'pay_text',
  'pay_link',
  'booking_hash',
] as const;

type Flag = 'client_letters' | 'pay_in_letters';

type Rules = Pick<Row<'profiles'>, Exclude<(typeof RULES)[number], Flag>> & Record<Flag, boolean>;

/** Returns what the practitioner chose for letters; null where the account is deleted. */
export async function readRules(reader: Reader, owner: OwnerId): Promise<Rules | null> {
  const row = await reader.selectFrom('profiles').select(RULES).where('user', '=', owner).executeTakeFirst();
  return row ? decodeRow('profiles', row) : null;
}

/** A client whose meetings changed: whether they get letters, and what determines the place of their sessions. */
export type Recipient = Awaited<ReturnType<(typeof findRecipients)[Engine]>>[number];

/**
 * Returns what every write of a session needs to know about each of its clients; nothing where the account is deleted.
 */
export async function readRecipients(
  { write, owner }: Pick<Action, 'write' | 'owner'>,
  clients: readonly string[],
): Promise<Map<string, Recipient>> {
  const { trx, engine } = write;
  const rows = await findRecipients[engine](trx, owner, idsOf(engine, clients));
  return new Map(rows.map((row) => [row.asked, row]));
}

/** Returns whether a client gets letters. */
export function getsLetters(recipient: Recipient | undefined): boolean {
  return recipient?.client_letters === 1 && recipient.reminders === 'email' && Boolean(recipient.email);
}

const findRecipients = perEngine((engine) =>
  preparedQuery((db, value) =>
    db
      .selectFrom(idRowsSlot(engine, value(1)).as('asked'))
      .innerJoin('profiles', (join) => join.on('profiles.user', '=', value(0)))
      .innerJoin('users', 'users.id', 'profiles.user')
      .leftJoin('clients', (join) =>
        join.onRef('clients.id', '=', 'asked.value').onRef('clients.user', '=', 'profiles.user'),
      )
      .select(['asked.value as asked', 'profiles.client_letters', 'profiles.place_address', 'profiles.place_link'])
      .select('users.created as registered')
      .select(['clients.reminders', 'clients.email', 'clients.place', 'clients.place_link as client_link']),
  ),
);

/** Returns what decides whether an address gets letters; null where the account is deleted. */
export async function readAddress(
  keys: Parameters<typeof stopHash>[0],
  reader: Reader,
  owner: OwnerId,
  email: string,
): Promise<{ areLettersOn: boolean; isStopped: boolean; isOfClient: boolean } | null> {
  const [found] = await findAddress(reader, owner, emailKey(email), stopHash(keys, owner, email));
  if (!found) return null;
  const { client_letters, client, stop } = found;
  return { areLettersOn: client_letters === 1, isStopped: stop !== null, isOfClient: client !== null };
}

const findAddress = preparedQuery((db, value) =>
  db
    .selectFrom('profiles')
    .select('client_letters')
    .select((row) => [
      row
        .selectFrom('clients')
        .select('id')
        .where('user', '=', value(0))
        .where('email_key', '=', value(1))
        .where('email_key', '!=', sql.lit(''))
        .limit(sql.lit(1))
        .as('client'),
      row
        .selectFrom('letter_stops')
        .select('hash')
        .where('user', '=', value(0))
        .where('hash', '=', value(2))
        .as('stop'),
    ])
    .where('user', '=', value(0)),
);

/** Returns whether the address of an unsubscribe link has opted out. */
export async function hasOptedOut(reader: Reader, { owner, hash }: StopToken): Promise<boolean> {
  return (await findStop(reader, owner, hash)).length > 0;
}

const findStop = preparedQuery((db, value) =>
  db.selectFrom('letter_stops').select('hash').where('user', '=', value(0)).where('hash', '=', value(1)),
);
