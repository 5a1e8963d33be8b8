import { sql } from 'kysely';
import type { Action } from '#server/ground/action.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { preparedQuery } from '#server/ground/db/prepared-query.ts';
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
  'public_phone',
  'booking_hash',
] as const;

type Rules = Pick<Row<'profiles'>, Exclude<(typeof RULES)[number], 'client_letters'>> & { client_letters: boolean };

/** Returns what the practitioner chose about letters; null where the account is deleted. */
export async function readRules(reader: Reader, owner: OwnerId): Promise<Rules | null> {
  const row = await reader.selectFrom('profiles').select(RULES).where('user', '=', owner).executeTakeFirst();
  return row ? decodeRow('profiles', row) : null;
}

/** Returns whether letters go to a client; asked by every write of a session. */
export async function getsLetters({ write, owner }: Pick<Action, 'write' | 'owner'>, client: string): Promise<boolean> {
  return (await findRecipient(write.trx, client, owner)).length > 0;
}

const findRecipient = preparedQuery((db, value) =>
  db
    .selectFrom('clients')
    .innerJoin('profiles', 'profiles.user', 'clients.user')
    .select('clients.id')
    .where('clients.id', '=', value(0))
    .where('clients.user', '=', value(1))
    .where('clients.reminders', '=', 'email')
    .where('clients.email', '!=', sql.lit(''))
    .where('profiles.client_letters', '=', 1),
);

/** Returns whether an address opted out of this practitioner's letters. */
export async function isStopped(
  keys: Parameters<typeof stopHash>[0],
  reader: Reader,
  owner: OwnerId,
  email: string,
): Promise<boolean> {
  return isStored(reader, { owner, hash: stopHash(keys, owner, email) });
}

/** The same of the address that a way out names. */
export async function isStored(reader: Reader, { owner, hash }: StopToken): Promise<boolean> {
  return (await findStop(reader, owner, hash)).length > 0;
}

const findStop = preparedQuery((db, value) =>
  db.selectFrom('letter_stops').select('hash').where('user', '=', value(0)).where('hash', '=', value(1)),
);
