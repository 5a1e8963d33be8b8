import { createHmac, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  linkSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Config } from '#server/ground/config/config.ts';
import { syncFolderOf } from '#server/ground/process/replace-file.ts';
import { StartError, asStartError } from '#server/ground/process/start-error.ts';
import { giveToOwnerOf } from '#server/ground/process/whose-file.ts';
import { KEY_BYTES } from '#server/ground/sealing/cipher.ts';

/** The name of the key file in DATA_DIR, where KEY_FILE names no other. */
export const KEY_NAME = 'key';

/** 256 bits as base64 or base64url, for instance from `openssl rand -base64 32`. */
const WRITTEN = /^[\w+/-]{43}=?$/;

/** Returns the path of the server's key; throws a StartError where PostgreSQL is used and KEY_FILE names none. */
export function keyFileOf({
  keyFile,
  dataDir,
  databaseUrl,
}: Pick<Config, 'keyFile' | 'dataDir' | 'databaseUrl'>): string {
  if (keyFile !== null) return keyFile;
  if (databaseUrl === null) return join(dataDir, KEY_NAME);
  throw new StartError(
    'KEY_FILE must be set with DATABASE_URL: it is the file with the key of the texts, the same on every node.',
  );
}

/** Returns the key in a file, null where there is no file; throws a StartError for a file that holds no key. */
export function readKeyFile(file: string): Buffer | null {
  try {
    if (!existsSync(file)) return null;
    return parseKey(readFileSync(file, 'utf8'), file);
  } catch (error) {
    throw asStartError(error, `The key file ${file} cannot be read`, [file]);
  }
}

/** Returns the key that a text holds; throws a StartError that names `source`. */
function parseKey(text: string, source: string): Buffer {
  const key = WRITTEN.test(text.trim()) ? Buffer.from(text.trim(), 'base64') : Buffer.alloc(0);
  if (key.length !== KEY_BYTES) throw new StartError(`The key file ${source} holds no key: put the right file back.`);
  return key;
}

/**
 * Makes a file with a new key that only its owner can read, and returns the key once the file is safely on the disk.
 */
export function makeKeyFile(file: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  writeKeyFile(file, key);
  return key;
}

/** Writes a key into a new file, never over an existing one. */
export function writeKeyFile(file: string, key: Uint8Array): void {
  const unfinished = `${file}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, `${Buffer.from(key).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    giveToOwnerOf(dirname(file), unfinished);
    // Not a rename, which would replace a key that another process has put there meanwhile.
    linkSync(unfinished, file);
    rmSync(unfinished);
    syncFolderOf(file);
  } catch (error) {
    throw asStartError(error, `The key file ${file} cannot be written`, [file]);
  }
}

/** The files that a change of the key file uses. */
export interface KeyFileNames {
  /** The key file itself, with symbolic links resolved. */
  place: string;
  /** The new key, until it replaces the key file. */
  next: string;
}

/** Returns the names for a change of an existing key file. */
export function keyFileNames(file: string): KeyFileNames {
  const place = realpathSync(file);
  return { place, next: `${place}.next` };
}

/** Keeps the key under another name beside its file, for older backups; returns that name. Safe to repeat. */
export function keepKeyFile(place: string, key: Uint8Array): string {
  const kept = `${place}.before-${fingerprintOf(key).slice(0, 8)}`;
  try {
    // A key file that is a mount of its own could not be replaced: the link fails here, before anything is changed.
    if (!readKeyFile(kept)?.equals(key)) linkSync(place, kept);
    syncFolderOf(place);
  } catch (error) {
    throw asStartError(error, `The key file ${place} cannot be replaced`, [place]);
  }
  return kept;
}

/** Replaces the key file by the new key, with the owner and mode of the previous file. */
export function replaceKeyFile({ place, next }: KeyFileNames): void {
  try {
    const { mode, uid, gid } = statSync(place);
    if (process.geteuid?.() === 0) lchownSync(next, uid, gid);
    chmodSync(next, mode & 0o777);
    renameSync(next, place);
    syncFolderOf(place);
  } catch (error) {
    throw asStartError(error, `The key file ${place} cannot be replaced by ${next}`, [place]);
  }
}

/** Identifies a key without revealing anything of it. */
export function fingerprintOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('kabinet key fingerprint').digest('hex');
}

/** Returns whether a file, or its future place, is in a folder or under it. */
export function liesIn(file: string, folder: string): boolean {
  return `${realpathSync(dirname(file))}${sep}`.startsWith(`${realpathSync(folder)}${sep}`);
}
