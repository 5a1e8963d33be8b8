import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { conflict } from '#domain/errors.ts';
import type { Reader, Write } from '#server/db/database.ts';
import { preparedQuery } from '#server/db/prepared-query.ts';
import { ownerId } from '#server/identity/actor.ts';
import { KEY_BYTES } from '#server/sealing/cipher.ts';
import type { Keys } from '#server/sealing/keys.ts';

/** A practitioner's key; envelopes name it by its number. */
export interface DataKey {
  number: number;
  key: Uint8Array;
}

/** The newest key of a practitioner does not open: nothing can be sealed. */
export class KeyLocked extends Error {
  override readonly name = 'KeyLocked';
}

/** The number of an envelope's key takes two bytes. */
const LAST_NUMBER = 65_535;

/** By the adapter of a database, which its readers and transactions share. */
const keysOfAdapter = new WeakMap<object, Keys>();

/**
 * By write and practitioner the key that seals, which the lock keeps. Not by transaction: writes of SQLite share one, in
 * which each can be taken back alone.
 */
const currentIn = new WeakMap<object, Map<string, DataKey>>();
/** The names of the keys that a transaction made. */
const uncommitted = new WeakMap<object, Set<string>>();

/** Says which keys open what a reader and its transactions read. */
export function bindKeys(reader: Reader, keys: Keys): void {
  keysOfAdapter.set(reader.getExecutor().adapter, keys);
}

/** Returns the keys that open what a reader reads. */
export function keysOf(reader: Reader): Keys {
  const keys = keysOfAdapter.get(reader.getExecutor().adapter);
  if (!keys) throw new Error('Nothing opens what this reader reads.');
  return keys;
}

const findKey = preparedQuery((db, value) =>
  db.selectFrom('data_keys').select('wrapped').where('user', '=', value(0)).where('number', '=', value(1)),
);

const findNewest = preparedQuery((db, value) =>
  db
    .selectFrom('data_keys')
    .select(['number', 'wrapped'])
    .where('user', '=', value(0))
    .orderBy('number', 'desc')
    .limit(sql.lit(1)),
);

/**
 * Returns a practitioner's key by its number; null where it is not there or the server's key does not open it. `fresh`
 * reads it again, for an envelope that the kept one does not open.
 */
export async function dataKey(
  reader: Reader,
  user: string,
  number: number,
  { fresh = false } = {},
): Promise<Uint8Array | null> {
  const known = keysOf(reader).opened.get(nameOf(user, number));
  if (known && !fresh) return known.key;
  const [row] = await findKey(reader, user, number);
  return row ? open(reader, nameOf(user, number), row.wrapped) : null;
}

/**
 * Returns the key for what is sealed in this transaction, and makes a practitioner's first one. Under the
 * practitioner's lock, so that nothing is sealed with an older key once a newer one is there. Throws a KeyLocked.
 */
export async function currentKey(write: Write, user: string): Promise<DataKey> {
  const known = currentIn.get(write)?.get(user);
  if (known) return known;
  // Rows of a practitioner are reached through their own id.
  await write.lock(ownerId(user));
  const [newest] = await findNewest(write.trx, user);
  if (!newest) return addKey(write, user, 1);
  const key = open(write.trx, nameOf(user, newest.number), newest.wrapped);
  if (!key) throw new KeyLocked();
  return keepCurrent(write, user, { number: newest.number, key });
}

/** Spares a write of many rows reading it for each. */
function keepCurrent(write: Write, user: string, key: DataKey): DataKey {
  currentIn.set(write, (currentIn.get(write) ?? new Map<string, DataKey>()).set(user, key));
  return key;
}

/** Adds a practitioner's key. Throws where the database is bound to another key file by now. */
export async function addKey(write: Write, user: string, number: number): Promise<DataKey> {
  const { trx, engine } = write;
  if (number > LAST_NUMBER) throw conflict('The key was changed too often.');
  const keys = keysOf(trx);
  const bound = trx.selectFrom('sealing').select('fingerprint').where('name', '=', 'server');
  const row = await (engine === 'postgres' ? bound.forShare() : bound).executeTakeFirst();
  if (row?.fingerprint !== keys.fingerprint) throw new Error('The data is bound to another key file by now.');
  const key = randomBytes(KEY_BYTES);
  const created = Temporal.Now.instant().toString();
  const wrapped = keys.wrap(nameOf(user, number), key);
  await trx.insertInto('data_keys').values({ user, number, wrapped, created, retired: '' }).execute();
  const name = nameOf(user, number);
  uncommitted.set(trx, (uncommitted.get(trx) ?? new Set()).add(name));
  write.afterCommit(() => keys.opened.set(name, { wrapped, key }));
  return keepCurrent(write, user, { number, key });
}

/** The name under which a practitioner's key is wrapped. */
function nameOf(user: string, number: number): string {
  return `${user}/${number}`;
}

/** Keeps an opened key unless this transaction made it: rolled back, its name goes to another key. */
function open(reader: Reader, name: string, wrapped: string): Uint8Array | null {
  const keys = keysOf(reader);
  const known = keys.opened.get(name);
  if (known?.wrapped === wrapped) return known.key;
  const key = keys.unwrap(name, wrapped);
  if (key && !uncommitted.get(reader)?.has(name)) keys.opened.set(name, { wrapped, key });
  return key;
}
