import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { type Asker, Turns } from '#server/accounts/turns.ts';

const deriveKey = promisify(argon2);

/** About 38 ms of one core; the memory is in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Of libuv's four threads one stays free for files, names of hosts and signatures. */
const AT_ONCE = Math.min(3, availableParallelism());

interface PasswordHash {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  key: Buffer;
}

/** A hash that no password has: an unknown e-mail costs the same work as a wrong password. */
const NOBODY: PasswordHash = { ...COST, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };

/** Hashes a password with argon2id; answers the PHC string. Throws a TooManyRequests when too many wait already. */
export async function hashPassword(
  password: string,
  by: Asker | null = null,
  salt: Buffer = randomBytes(SALT_BYTES),
): Promise<string> {
  const key = await derive(password, { ...COST, salt, key: Buffer.alloc(KEY_BYTES) }, by);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(key)}`;
}

/** Compares a password with a hash; without one (nobody has this e-mail) it works as long and answers false. */
export async function verifyPassword(password: string, hash: string | null, by: Asker | null = null): Promise<boolean> {
  return (await matchPassword(password, hash === null ? [] : [hash], by)) === 0;
}

/**
 * Returns which of these hashes a password has, or -1. However many they are it hashes once: those that have another
 * salt than the first match nothing.
 */
export async function matchPassword(
  password: string,
  hashes: readonly string[],
  by: Asker | null = null,
): Promise<number> {
  const all = hashes.map(parse);
  const [first = NOBODY] = all;
  const key = await derive(password, first, by);
  return all.findIndex((hash) => hash.salt.equals(first.salt) && timingSafeEqual(key, hash.key));
}

/** The salt of a hash, for another that is compared together with it. */
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
  // One form for the letters that a keyboard may send as one character or as two (й, ё).
  const message = password.normalize('NFC');
  return turns.run(by, () =>
    deriveKey('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: key.length }),
  );
}
