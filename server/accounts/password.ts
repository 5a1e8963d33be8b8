import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { type Asker, Turns } from '#server/accounts/turns.ts';

const deriveKey = promisify(argon2);

/** The cost of one argon2id hash; the memory is in KiB. */
export interface PasswordCost {
  memory: number;
  passes: number;
  parallelism: number;
}

/** About 38 ms of one core. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Leaves one of libuv's four threads free for files, DNS and signatures. */
const AT_ONCE = Math.min(3, availableParallelism());

interface PasswordHash extends PasswordCost {
  salt: Buffer;
  key: Buffer;
}

/** The hash of no account: an unknown e-mail costs the same work as a wrong password. */
const NO_ACCOUNT = { salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };

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
  const key = await derive(password, { ...cost, salt, key: Buffer.alloc(KEY_BYTES) }, by);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(key)}`;
}

/** Compares a password with a hash. Without a hash (no account has this e-mail) it takes as long and returns false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  return (await matchPassword(password, hash === null ? [] : [hash])) === 0;
}

/**
 * Returns the index of the hash that a password matches, or -1. Derives one key, with the salt of the first hash, or at
 * `cost` where there is no hash; hashes with another salt never match.
 */
export async function matchPassword(
  password: string,
  hashes: readonly string[],
  { by = null, cost = PASSWORD_COST }: Omit<HashOptions, 'salt'> = {},
): Promise<number> {
  const all = hashes.map(parse);
  const [first = { ...cost, ...NO_ACCOUNT }] = all;
  const key = await derive(password, first, by);
  return all.findIndex((hash) => hash.salt.equals(first.salt) && timingSafeEqual(key, hash.key));
}

/** Returns the salt of a hash, for other hashes that are compared together with it. */
export function saltOf(hash: string): Buffer {
  return parse(hash).salt;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(hash: string): PasswordHash {
  const [, memory, passes, parallelism, salt, key] = PHC.exec(hash) ?? [];
  if (salt === undefined || key === undefined) throw new Error('not an argon2id hash');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

const turns = new Turns({ atOnce: AT_ONCE, waiting: { known: 20, others: 40 }, perNetwork: 2 });

function derive(
  password: string,
  { memory, passes, parallelism, salt, key }: PasswordHash,
  by: Asker | null,
): Promise<Buffer> {
  // One form for letters that keyboards send as one character or as two (й, ё).
  const message = password.normalize('NFC');
  return turns.run(by, () =>
    deriveKey('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: key.length }),
  );
}
