import { argon2, createDecipheriv } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { OpeningKey } from '#server/data/backup/keys.ts';
import { StartError } from '#server/ground/process/start-error.ts';

/*
 * The format of backups up to version 1.8, which is read and no longer written:
 *
 * header   magic 14 · version 2 · memory 4 · passes 4 · parallelism 4 · chunk 4 · salt 32 = 64 bytes
 * check    16 bytes: the tag of an empty text, with the header as authenticated data
 * chunks   the text in pieces of `chunk` bytes, each followed by its tag of 16 bytes
 *
 * A chunk's nonce is its number and whether it is the last one.
 */

const MAGIC = 'kabinet-backup';
const VERSION = 1;
const HEADER_BYTES = 64;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** The greatest values that a header can request; the memory is in KiB. */
const MAX = { memory: 262_144, passes: 8, parallelism: 8, chunkBytes: 1024 * 1024 } as const;

/** The last byte of a nonce. */
const USES = { chunk: 0, 'last chunk': 1, header: 2 } as const;
type Use = keyof typeof USES;

const deriveKey = promisify(argon2);

export function isFirstForm(start: Buffer): boolean {
  return start.toString('latin1', 0, MAGIC.length) === MAGIC;
}

/** Decrypts a file of the first format, as `unseal` does. */
export async function* unsealFirstForm(file: FileHandle, key: OpeningKey, name: string): AsyncGenerator<Buffer> {
  if (!('passphrase' in key)) throw new StartError(`${name} is opened by a passphrase, not by an identity.`);
  let at = 0;
  const read = async (length: number): Promise<Buffer> => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
    at += bytesRead;
    return buffer.subarray(0, bytesRead);
  };
  const header = await read(HEADER_BYTES);
  const { chunkBytes, ...cost } = parseHeader(header, name);
  const message = Buffer.from(key.passphrase.normalize('NFC'), 'utf8');
  const fileKey = await deriveKey('argon2id', { message, nonce: header.subarray(32), ...cost, tagLength: KEY_BYTES });
  const decrypt = (sealed: Buffer, number: number, use: Use): Buffer | null => {
    if (sealed.length < TAG_BYTES) return null;
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce(number, use)).setAAD(header);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
      return text;
    } catch {
      return null;
    }
  };
  if (decrypt(await read(TAG_BYTES), 0, 'header') === null) {
    throw new StartError(`The passphrase is not the one of ${name}, or the beginning of that file is damaged.`);
  }
  let sealed = await read(chunkBytes + TAG_BYTES);
  for (let number = 0; ; number += 1) {
    const next = await read(chunkBytes + TAG_BYTES);
    const text = decrypt(sealed, number, next.length === 0 ? 'last chunk' : 'chunk');
    if (text === null) throw new StartError(`${name} is damaged or not whole.`);
    yield text;
    if (next.length === 0) return;
    sealed = next;
  }
}

function parseHeader(header: Buffer, name: string): Record<keyof typeof MAX, number> {
  const damaged = new StartError(`${name} is damaged or not whole.`);
  if (header.length < HEADER_BYTES || header.readUInt16BE(MAGIC.length) !== VERSION) throw damaged;
  const [memory = 0, passes = 0, parallelism = 0, chunkBytes = 0] = [16, 20, 24, 28].map((at) =>
    header.readUInt32BE(at),
  );
  const isBearable =
    within(parallelism, 1, MAX.parallelism) &&
    within(memory, 8 * parallelism, MAX.memory) &&
    within(passes, 1, MAX.passes) &&
    within(chunkBytes, 1, MAX.chunkBytes);
  if (!isBearable) throw damaged;
  return { memory, passes, parallelism, chunkBytes };
}

function within(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

function nonce(number: number, use: Use): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(number, 4, 6);
  bytes.writeUInt8(USES[use], 11);
  return bytes;
}
