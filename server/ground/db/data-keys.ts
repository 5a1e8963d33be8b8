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

/** A data key of a practitioner; envelopes refer to it by its number. */
export interface DataKey {
  number: number;
  key: Uint8Array;
}

/** The newest key of a practitioner cannot be opened. */
export class KeyLocked extends Error {
  override readonly name = 'KeyLocked';
  /** The public key with which others can seal for the practitioner meanwhile; null where nothing can be sealed. */
  readonly sealForOwner: { number: number; publicKey: Uint8Array } | null;

  constructor(sealForOwner: KeyLocked['sealForOwner']) {
    super('The key of the texts does not open.');
    this.sealForOwner = sealForOwner;
  }
}

/** An envelope stores the number of its key in two bytes. */
const LAST_NUMBER = 65_535;

/** By Kysely's adapter, the one object that all readers and transactions of a database share. */
const keysOfAdapter = new WeakMap<object, Keys>();

/**
 * The key that seals, by write and practitioner; it stays valid because the write holds the practitioner's lock. Not by
 * transaction: on SQLite several writes share one, and each can be rolled back alone.
 */
const currentIn = new WeakMap<object, Map<string, DataKey>>();
/** The names of the keys that a transaction created. */
const uncommitted = new WeakMap<object, Set<string>>();

/** Registers the keys that open what a reader and its transactions read. */
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

/** The result for a key that exists but cannot be opened for this caller, because only its practitioner can. */
export const LOCKED = 'locked';

/**
 * Returns a practitioner's key by its number; LOCKED where only the practitioner can open it, null where it does not
 * exist or the server's key does not open it. `fresh` reads it from the database again, for an envelope that the cached
 * key does not open.
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
  // The strict mode may have been turned off since the row was read.
  return dataKey(reader, user, number);
}

/**
 * Returns the key to seal with in this transaction, and creates a practitioner's first one. Takes the practitioner's
 * lock, so that nothing is sealed with an older key once a newer one exists. Throws a KeyLocked.
 */
export async function currentKey(write: Write, user: string): Promise<DataKey> {
  const known = currentIn.get(write)?.get(user);
  if (known) return known;
  // Safe, because rows of a practitioner are only reached through their own id.
  await write.lock(ownerId(user));
  const [newest] = await findNewest(write.trx, user);
  if (!newest) return addKey(write, user, 1);
  const { number, wrapped, public_key: publicKey } = newest;
  const name = dataKeyName(user, number);
  const key = publicKey === '' ? open(write.trx, name, wrapped) : await openOwn(write.trx, user, name, newest);
  if (!key) throw new KeyLocked(publicKey === '' ? null : { number, publicKey: Buffer.from(publicKey, 'base64') });
  return keepCurrent(write, user, { number, key });
}

/** Returns the number of a practitioner's newest key, whether it can be opened or not; 0 without one. */
export async function newestNumber(write: Write, user: string): Promise<number> {
  await write.lock(ownerId(user));
  const [newest] = await findNewest(write.trx, user);
  return newest?.number ?? 0;
}

/**
 * Returns whether a practitioner's newest key is wrapped under the practitioner's own key and the current caller cannot
 * open it.
 */
export async function onlyOwnerCanOpen(write: Write, user: string): Promise<boolean> {
  await write.lock(ownerId(user));
  const [newest] = await findNewest(write.trx, user);
  if (!newest || newest.public_key === '') return false;
  return (await openOwn(write.trx, user, dataKeyName(user, newest.number), newest)) === null;
}

/** Caches the key for this write, so that a write of many rows reads it once. */
function keepCurrent(write: Write, user: string, key: DataKey): DataKey {
  currentIn.getOrInsertComputed(write, () => new Map()).set(user, key);
  return key;
}

/**
 * Adds a data key, wrapped under the server's key or, with `own`, under the practitioner's. Throws where the database
 * has been bound to another key file meanwhile.
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

/** Wraps all data keys of a practitioner anew: under the practitioner's `own` key or under the server's. */
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
    // It could not be opened before either.
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

/**
 * Opens a data key that is wrapped under the practitioner's own key, with the key of the current scope, and caches it
 * there.
 */
async function openOwn(
  reader: Reader,
  user: string,
  name: string,
  { wrapped }: Pick<Row<'data_keys'>, 'wrapped'>,
): Promise<Uint8Array | null> {
  const scope = keysInScope(user);
  if (!scope) return null;
  // The strict mode was turned on since the request began.
  scope.strict = true;
  for (const isKept of [scope.own instanceof Uint8Array, false]) {
    const own = await ownKeyInScope(reader, scope);
    const key = own && unwrapKey(own, name, wrapped);
    if (key) scope.opened.set(name, key);
    if (key || !isKept) return key;
    // A stream may hold an own key from before the mode was turned off and on again.
    scope.own = null;
  }
  return null;
}

/** Unwraps a key and caches it, unless this transaction created it: after a rollback another key gets the same name. */
function open(reader: Reader, name: string, wrapped: string): Uint8Array | null {
  const keys = keysOf(reader);
  const known = keys.opened.get(name);
  if (known?.wrapped === wrapped) return known.key;
  const key = keys.unwrap(name, wrapped);
  if (key && !uncommitted.get(reader)?.has(name)) keys.opened.set(name, { wrapped, key });
  return key;
}
