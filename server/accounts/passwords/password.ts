import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { PASSWORD_COST, type PasswordCost } from '#server/ground/config/config.ts';
import { type Asker, PasswordQueue } from '#server/accounts/passwords/password-queue.ts';

const deriveKey = promisify(argon2);

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Leaves one of libuv's four threads free for files, DNS and signatures. */
const AT_ONCE = Math.min(3, availableParallelism());

interface PasswordHash extends PasswordCost {
  salt: Buffer;
  /** What a password is compared with. */
  key: Buffer;
  /** Bytes derived from a password: what is beyond `key` is stored nowhere and wraps. */
  length: number;
}

/** The hash of no account: an unknown e-mail costs the same work as a wrong password. */
const NO_ACCOUNT = { salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES), length: KEY_BYTES };

interface HashOptions {
  by?: Asker | null;
  salt?: Buffer;
  cost?: PasswordCost;
}

/** Hashes a password with argon2id. Returns the PHC string; throws a TooManyRequests when too many wait already. */
export async function hashPassword(
  password: string,
  { by = null, salt = randomBytes(SALT_BYTES), cost = PASSWORD_COST }: HashOptions = {},
): Promise<string> {
  const key = await derive(password, { ...cost, salt, length: KEY_BYTES }, by);
  return print({ ...cost, salt, key, length: KEY_BYTES });
}

/**
 * The same at the same cost with a hash twice as long, of which one half is stored. Returns the other half as well, a
 * key that only the password gives.
 */
export async function hashWithKey(
  password: string,
  { by = null, cost = PASSWORD_COST }: Omit<HashOptions, 'salt'> = {},
): Promise<{ hash: string; key: Buffer }> {
  const salt = randomBytes(SALT_BYTES);
  const derived = await derive(password, { ...cost, salt, length: KEY_BYTES * 2 }, by);
  const key = derived.subarray(0, KEY_BYTES);
  return { hash: print({ ...cost, salt, key, length: derived.length }), key: derived.subarray(KEY_BYTES) };
}

/** Compares a password with a hash. Without a hash (no account has this e-mail) it takes as long and returns false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  return (await matchPassword(password, hash === null ? [] : [hash])).index === 0;
}

/**
 * Returns the index of the hash that a password matches, or -1, and the key that only the password gives, where the
 * hash was made for one. Derives one key, with the salt of the first hash, or at `cost` where there is no hash; hashes
 * with another salt never match.
 */
export async function matchPassword(
  password: string,
  hashes: readonly string[],
  { by = null, cost = PASSWORD_COST }: Omit<HashOptions, 'salt'> = {},
): Promise<{ index: number; key: Buffer | null }> {
  const all = hashes.map(parse);
  const [first = { ...cost, ...NO_ACCOUNT }] = all;
  const derived = await derive(password, first, by);
  const compared = derived.subarray(0, KEY_BYTES);
  const index = all.findIndex(
    (hash) => hash.length === first.length && hash.salt.equals(first.salt) && timingSafeEqual(compared, hash.key),
  );
  return { index, key: index >= 0 && derived.length > KEY_BYTES ? derived.subarray(KEY_BYTES) : null };
}

/** Returns the salt of a hash, for other hashes that are compared together with it. */
export function saltOf(hash: string): Buffer {
  return parse(hash).salt;
}

/** `l` is the length that was derived, where more was than is stored. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)(?:,l=(\d+))?\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(hash: string): PasswordHash {
  const [, memory, passes, parallelism, length, salt, stored] = PHC.exec(hash) ?? [];
  if (salt === undefined || stored === undefined) throw new Error('not an argon2id hash');
  const key = Buffer.from(stored, 'base64');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    key,
    length: Number(length ?? key.length),
  };
}

function print({ memory, passes, parallelism, salt, key, length }: PasswordHash): string {
  const derived = length > key.length ? `,l=${length}` : '';
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}${derived}$${base64(salt)}$${base64(key)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

const queue = new PasswordQueue({ atOnce: AT_ONCE, waiting: { known: 20, others: 40 }, perNetwork: 2 });

function derive(
  password: string,
  { memory, passes, parallelism, salt, length }: Omit<PasswordHash, 'key'>,
  by: Asker | null,
): Promise<Buffer> {
  // One form for letters that keyboards send as one character or as two (й, ё).
  const message = password.normalize('NFC');
  return queue.run(by, () =>
    deriveKey('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: length }),
  );
}
