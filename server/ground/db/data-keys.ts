import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { conflict } from '#domain/errors.ts';
import type { Reader, Write } from '#server/ground/db/database.ts';
import { keysInScope, ownKeyInScope } from '#server/ground/db/strict-keys.ts';
import { preparedQuery } from '#server/ground/db/query.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { ownerId } from '#server/ground/identity/actor.ts';
import { KEY_BYTES } from '#server/ground/sealing/cipher.ts';
import { publicKeyFor } from '#server/ground/sealing/envelope.ts';
import { type Keys, unwrapKey, wrapKey } from '#server/ground/sealing/keys.ts';

/** A practitioner's key; envelopes name it by its number. */
export interface DataKey {
  number: number;
  key: Uint8Array;
}

/** The newest key of a practitioner does not open. */
export class KeyLocked extends Error {
  override readonly name = 'KeyLocked';
  /** What others seal with meanwhile; null where nothing can be sealed. */
  readonly sealForOwner: { number: number; publicKey: Uint8Array } | null;

  constructor(sealForOwner: KeyLocked['sealForOwner']) {
    super('The key of the texts does not open.');
    this.sealForOwner = sealForOwner;
  }
}

/** The number of an envelope's key takes two bytes. */
const LAST_NUMBER = 65_535;

/** By the adapter, the one object of ours that readers and transactions of a database share. */
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
function keysOf(reader: Reader): Keys {
  const keys = keysOfAdapter.get(reader.getExecutor().adapter);
  if (!keys) throw new Error('Nothing opens what this reader reads.');
  return keys;
}

const findKey = preparedQuery((db, value) =>
  db
    .selectFrom('data_keys')
    .select(['wrapped', 'public_key'])
    .where('user', '=', value(0))
    .where('number', '=', value(1)),
);

const findNewest = preparedQuery((db, value) =>
  db
    .selectFrom('data_keys')
    .select(['number', 'wrapped', 'public_key'])
    .where('user', '=', value(0))
    .orderBy('number', 'desc')
    .limit(sql.lit(1)),
);

/** Where a practitioner's key does not open for the caller, because the server has no way in. */
export const LOCKED = 'locked';

/**
 * Returns a practitioner's key by its number; null where it is not there or the server's key does not open it. `fresh`
 * reads it again, for an envelope that the kept one does not open.
 */
export async function dataKey(
  reader: Reader,
  user: string,
  number: number,
  { fresh = false } = {},
): Promise<Uint8Array | typeof LOCKED | null> {
  const name = dataKeyName(user, number);
  const scope = keysInScope(user);
  const known = scope?.strict ? scope.opened.get(name) : keysOf(reader).opened.get(name)?.key;
  if (known && !fresh) return known;
  const wasLocked = scope?.own === 'locked';
  const [row] = await findKey(reader, user, number);
  if (!row) return null;
  if (row.public_key === '') return open(reader, name, row.wrapped);
  const key = await openOwn(reader, user, name, row);
  if (key || wasLocked || scope?.own !== 'locked') return key ?? LOCKED;
  // The mode can have been turned off since the row was read.
  return dataKey(reader, user, number);
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
  const { number, wrapped, public_key: publicKey } = newest;
  const name = dataKeyName(user, number);
  const key = publicKey === '' ? open(write.trx, name, wrapped) : await openOwn(write.trx, user, name, newest);
  if (!key) throw new KeyLocked(publicKey === '' ? null : { number, publicKey: Buffer.from(publicKey, 'base64') });
  return keepCurrent(write, user, { number, key });
}

/** Returns the number of a practitioner's newest key, whether it opens or not; 0 without one. */
export async function newestNumber(write: Write, user: string): Promise<number> {
  await write.lock(ownerId(user));
  const [newest] = await findNewest(write.trx, user);
  return newest?.number ?? 0;
}

/** Returns whether a practitioner's newest key is the practitioner's own and opens with nothing in scope. */
export async function onlyOwnerCanOpen(write: Write, user: string): Promise<boolean> {
  await write.lock(ownerId(user));
  const [newest] = await findNewest(write.trx, user);
  if (!newest || newest.public_key === '') return false;
  return (await openOwn(write.trx, user, dataKeyName(user, newest.number), newest)) === null;
}

/** Spares a write of many rows reading it for each. */
function keepCurrent(write: Write, user: string, key: DataKey): DataKey {
  currentIn.getOrInsertComputed(write, () => new Map()).set(user, key);
  return key;
}

/**
 * Adds a practitioner's key, wrapped under the server's, or under the practitioner's own. Throws where the database is
 * bound to another key file by now.
 */
export async function addKey(
  write: Write,
  user: string,
  number: number,
  own: Uint8Array | null = null,
): Promise<DataKey> {
  const { trx } = write;
  if (number > LAST_NUMBER) throw conflict('The key was changed too often.');
  if (!own) await refuseOtherFile(write);
  const key = randomBytes(KEY_BYTES);
  const name = dataKeyName(user, number);
  const stored = storedKey(keysOf(trx), name, key, own);
  await trx
    .insertInto('data_keys')
    .values({ user, number, ...stored, created: Temporal.Now.instant().toString(), retired: null })
    .execute();
  if (!own) {
    uncommitted.getOrInsertComputed(trx, () => new Set()).add(name);
    write.afterCommit(() => keysOf(trx).opened.set(name, { wrapped: stored.wrapped, key }));
  }
  return keepCurrent(write, user, { number, key });
}

/** Wraps all keys of a practitioner again: under the practitioner's own, or `under` the server's. */
export async function rewrapKeys(
  write: Write,
  user: string,
  own: Uint8Array,
  under: 'own key' | 'server key',
): Promise<void> {
  const { trx } = write;
  await refuseOtherFile(write);
  const rows = await trx.selectFrom('data_keys').selectAll().where('user', '=', user).execute();
  for (const { number, wrapped } of rows) {
    const name = dataKeyName(user, number);
    const key = under === 'own key' ? keysOf(trx).unwrap(name, wrapped) : unwrapKey(own, name, wrapped);
    // Nothing opened with it before, and nothing does now.
    if (!key) continue;
    await trx
      .updateTable('data_keys')
      .set(storedKey(keysOf(trx), name, key, under === 'own key' ? own : null))
      .where('user', '=', user)
      .where('number', '=', number)
      .execute();
  }
  write.erasesTexts();
  write.afterCommit(() => keysOf(trx).forget(user));
}

function storedKey(
  keys: Keys,
  name: string,
  key: Uint8Array,
  own: Uint8Array | null,
): Pick<Row<'data_keys'>, 'wrapped' | 'public_key'> {
  if (!own) return { wrapped: keys.wrap(name, key), public_key: '' };
  return { wrapped: wrapKey(own, name, key), public_key: publicKeyFor(key).toString('base64') };
}

async function refuseOtherFile({ trx, engine }: Write): Promise<void> {
  const bound = trx.selectFrom('sealing').select('fingerprint').where('name', '=', 'server');
  const row = await (engine === 'postgres' ? bound.forShare() : bound).executeTakeFirst();
  if (row?.fingerprint !== keysOf(trx).fingerprint) throw new Error('The data is bound to another key file by now.');
}

/** Returns the name under which a practitioner's key is wrapped. */
export function dataKeyName(user: string, number: number): string {
  return `${user}/${number}`;
}

/** Opens a key that is the practitioner's own with what is in scope, where it stays. */
async function openOwn(
  reader: Reader,
  user: string,
  name: string,
  { wrapped }: Pick<Row<'data_keys'>, 'wrapped'>,
): Promise<Uint8Array | null> {
  const scope = keysInScope(user);
  if (!scope) return null;
  // The mode was turned on since the request began.
  scope.strict = true;
  for (const isKept of [scope.own instanceof Uint8Array, false]) {
    const own = await ownKeyInScope(reader, scope);
    const key = own && unwrapKey(own, name, wrapped);
    if (key) scope.opened.set(name, key);
    if (key || !isKept) return key;
    // A stream can have it from before the mode was turned off and on.
    scope.own = null;
  }
  return null;
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
