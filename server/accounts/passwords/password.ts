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
  /** The half of the derived bytes that a password is compared with. */
  stored: Buffer;
}

/** Matches no password: an unknown e-mail costs the same work as a wrong password. */
const NO_ACCOUNT = { salt: randomBytes(SALT_BYTES), stored: randomBytes(KEY_BYTES) };

interface HashOptions {
  by?: Asker | null;
  salt?: Buffer;
  cost?: PasswordCost;
}

/** Hashes a password with argon2id. Returns the PHC string; throws a TooManyRequests when too many wait already. */
export async function hashPassword(password: string, options?: HashOptions): Promise<string> {
  return (await hashWithKey(password, options)).hash;
}

/**
 * Like `hashPassword`; also returns the unstored half of the derived bytes as a key. Deriving twice the length costs no
 * more.
 */
export async function hashWithKey(
  password: string,
  { by = null, salt = randomBytes(SALT_BYTES), cost = PASSWORD_COST }: HashOptions = {},
): Promise<{ hash: string; key: Buffer }> {
  const { stored, key } = await derive(password, { ...cost, salt }, by);
  return { hash: print({ ...cost, salt, stored }), key };
}

/**
 * Returns the index of the hash that a password matches, or -1, and the key that only the password gives. Derives one
 * key, with the salt of the first hash, or at `cost` where there is no hash; hashes with another salt never match.
 */
export async function matchPassword(
  password: string,
  hashes: readonly string[],
  { by = null, cost = PASSWORD_COST }: Omit<HashOptions, 'salt'> = {},
): Promise<{ index: number; key: Buffer }> {
  const all = hashes.map(parse);
  const [first = { ...cost, ...NO_ACCOUNT }] = all;
  const { stored, key } = await derive(password, first, by);
  return { index: all.findIndex((hash) => hash.salt.equals(first.salt) && timingSafeEqual(stored, hash.stored)), key };
}

/** Returns the salt of a hash, for other hashes that are compared together with it. */
export function saltOf(hash: string): Buffer {
  return parse(hash).salt;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(hash: string): PasswordHash {
  const [, memory, passes, parallelism, salt, stored] = PHC.exec(hash) ?? [];
  if (salt === undefined || stored === undefined) throw new Error('not an argon2id hash');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    stored: Buffer.from(stored, 'base64'),
  };
}

function print({ memory, passes, parallelism, salt, stored }: PasswordHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(stored)}`;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

const queue = new PasswordQueue({ atOnce: AT_ONCE, waiting: { known: 20, others: 40 }, perNetwork: 2 });

async function derive(
  password: string,
  { memory, passes, parallelism, salt }: Omit<PasswordHash, 'stored'>,
  by: Asker | null,
): Promise<{ stored: Buffer; key: Buffer }> {
  // Keyboards send some letters (й, ё) as one character or as two.
  const message = password.normalize('NFC');
  const tagLength = KEY_BYTES * 2;
  const derived = await queue.run(by, () =>
    deriveKey('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength }),
  );
  return { stored: derived.subarray(0, KEY_BYTES), key: derived.subarray(KEY_BYTES) };
}
