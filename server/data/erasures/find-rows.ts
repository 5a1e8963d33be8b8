import { sql } from 'kysely';
import { emailKey } from '#domain/accounts/email.ts';
import { clientKey, isSamePerson, keysOfName } from '#domain/clients/client.ts';
import type { ErasedCounts } from '#domain/erasures/erasure.ts';
import { printInstant } from '#domain/time/instant.ts';
import type { Engine, Reader } from '#server/ground/db/database.ts';
import { idList, ownerBesideIds, type AnyRow, loose } from '#server/ground/db/query.ts';
import type { TableName } from '#server/ground/db/schema.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';

export interface ErasureScope {
  reader: Reader;
  engine: Engine;
  owner: OwnerId;
}

/** The id of a client, and the requests that are known to be theirs where the client's own row is gone. */
export interface ErasedPerson {
  client: string;
  requests: readonly string[];
}

/** Everything about a person, by id. */
export interface FoundRows {
  clients: string[];
  /** Future sessions. */
  sessions: string[];
  past: string[];
  /** How many past sessions have texts. */
  texts: number;
  /** They are kept, with their sums. */
  payments: string[];
  series: string[];
  series_skips: string[];
  booking: string[];
  letters: string[];
  visit_links: string[];
  consents: string[];
  /** The folded addresses that only this person of the practice has. */
  emailKeys: string[];
}

/** Finds everything about a person; sessions after `now` count as future. */
export async function findRows(
  scope: ErasureScope,
  { client, requests }: ErasedPerson,
  now: Temporal.Instant,
): Promise<FoundRows> {
  const { owner } = scope;
  const ids = async (table: TableName, where: Where, column = 'id'): Promise<string[]> =>
    (await rowsOf(scope, table, [column], where)).map((row) => String(row[column]));
  // A session can change hands: what names another client is that client's.
  const isTheirs = (row: AnyRow): boolean => row['client'] === null || row['client'] === client;
  const theirIds = async (table: TableName, where: Where): Promise<string[]> =>
    (await rowsOf(scope, table, ['id', 'client'], where)).filter(isTheirs).map(({ id }) => String(id));
  const [person] = await rowsOf(scope, 'clients', ['name', 'phone', 'identity_key'], [['id', [client]]]);
  const sessions = await scope.reader
    .selectFrom('sessions')
    .select(['id', 'date', 'sealed_fields'])
    .where('user', '=', owner)
    .where('client', '=', client)
    .execute();
  const all = sessions.map(({ id }) => id);
  const past = sessions.filter(({ date }) => date <= printInstant(now));
  const pastIds = new Set(past.map(({ id }) => id));
  const near = await rowsOf(
    scope,
    'booking',
    ['id', 'client', 'session', 'identity_key'],
    [
      ['client', [client]],
      ['session', all],
      ['id', requests],
    ],
  );
  const own = near.filter(isTheirs);
  const keys = new Set(own.map((row) => row['identity_key']));
  if (person) keys.add(person['identity_key']).add(clientKey(String(person['name']), String(person['phone'])));
  const same: string[] = [];
  for (const key of keys) {
    const asked = typeof key === 'string' && key !== '' ? await requestsOf(scope, key) : [];
    same.push(...asked.filter(isTheirs).map(({ id }) => String(id)));
  }
  const booking = [...new Set([...own.map(({ id }) => String(id)), ...same])];
  const series = await ids('series', [['client', [client]]]);
  return {
    clients: person ? [client] : [],
    sessions: all.filter((id) => !pastIds.has(id)),
    past: past.map(({ id }) => id),
    texts: past.filter((session) => session.sealed_fields !== 0).length,
    payments: await ids('payments', [['client', [client]]]),
    series,
    series_skips: await ids('series_skips', [['client', [client]]]),
    booking,
    letters: await theirIds('letters', [
      ['client', [client]],
      ['booking', booking],
      ['session', all],
      ['series', series],
    ]),
    visit_links: await ids(
      'visit_links',
      [
        ['session', all],
        ['booking', booking],
      ],
      'hash',
    ),
    consents: await theirIds('consents', [
      ['client', [client]],
      ['booking', booking],
    ]),
    emailKeys: await emailKeysOf(scope, client, booking),
  };
}

/** Counts the rows to remove and to keep; `stops` is the number of opt-outs of the person's addresses. */
export function countsOf(found: FoundRows, stops: number): ErasedCounts {
  const { past, texts, payments, emailKeys: _keys, ...removed } = found;
  const counts = Object.fromEntries(Object.entries(removed).map(([kind, { length }]) => [kind, length]));
  return {
    removed: { ...(counts as Record<keyof typeof removed, number>), texts, letter_stops: stops },
    kept: { sessions: past.length, payments: payments.length },
  };
}

/** Returns the requests that have the name and one of the phone numbers of a key. */
async function requestsOf({ reader, owner }: ErasureScope, key: string): Promise<AnyRow[]> {
  const { from, to } = keysOfName(key);
  const rows = await reader
    .selectFrom('booking')
    .select(['id', 'client', 'identity_key'])
    .where('user', '=', owner)
    .where('identity_key', '>=', from)
    .where('identity_key', '<', to)
    .execute();
  return rows.filter(({ identity_key }) => isSamePerson(identity_key, key));
}

/** Columns with the values to look for; a row that matches one column is found. */
type Where = [column: string, values: readonly unknown[]][];

async function rowsOf(
  { reader, engine, owner }: ErasureScope,
  table: TableName,
  columns: string[],
  where: Where,
): Promise<AnyRow[]> {
  const found = new Map<unknown, AnyRow>();
  // One query for each column: the indexes of optional relations leave out rows without one.
  for (const [column, values] of where.filter(([, { length }]) => length > 0)) {
    const rows = await loose(reader)
      .selectFrom<string>(table)
      .select(columns)
      .where(column === 'id' ? ownerBesideIds(engine, 'user') : sql.ref('user'), '=', owner)
      .where(column, 'in', idList(engine, values.map(String)))
      .execute();
    for (const row of rows) found.set(row[columns[0] ?? ''], row);
  }
  return [...found.values()];
}

async function emailKeysOf(
  { reader, owner }: ErasureScope,
  client: string,
  requests: readonly string[],
): Promise<string[]> {
  const clients = await reader
    .selectFrom('clients')
    .select('email')
    .where('user', '=', owner)
    .where('id', '=', client)
    .execute();
  const asked = await reader
    .selectFrom('booking')
    .select(['id', 'email'])
    .where('user', '=', owner)
    .where('email', '!=', '')
    .execute();
  const own = new Set(requests);
  const keys = new Set([...clients, ...asked.filter(({ id }) => own.has(id))].map(({ email }) => emailKey(email)));
  for (const { id, email } of asked) if (!own.has(id)) keys.delete(emailKey(email));
  keys.delete('');
  for (const key of keys) {
    const other = await reader
      .selectFrom('clients')
      .select('id')
      .where('user', '=', owner)
      .where('email_key', '=', key)
      .where('email_key', '!=', sql.lit(''))
      .where('id', '!=', client)
      .executeTakeFirst();
    if (other) keys.delete(key);
  }
  return [...keys];
}
