import { argon2, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartError } from '#server/process/start-error.ts';

/*
 * header   magic 14 · version 2 · memory 4 · passes 4 · parallelism 4 · chunk 4 · salt 32 = 64 bytes
 * check    16 bytes: the tag of an empty text, with the header as authenticated data
 * chunks   the text in pieces of `chunk` bytes, each followed by its tag of 16 bytes
 *
 * A chunk's nonce is its number and whether it is the last one, so that none can be moved, left out or cut off. Every
 * file has a key of its own, made of passphrase and salt; no nonce is ever used twice with it.
 */

const MAGIC = Buffer.from('kabinet-backup', 'latin1');
const VERSION = 1;
const HEADER_BYTES = 64;
const SALT_AT = 32;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** What guessing a passphrase costs: about 0.2 s and 64 MiB a try. The memory is in KiB. */
const COST = { memory: 65_536, passes: 3, parallelism: 1 } as const;
/** What a header may ask of the one who opens it. */
const COST_MAX = { memory: 262_144, passes: 8, parallelism: 8 } as const;
const CHUNK_BYTES = 65_536;
const CHUNK_BYTES_MAX = 1024 * 1024;

const deriveKey = promisify(argon2);

interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

interface Header extends Cost {
  chunkBytes: number;
  salt: Buffer;
}

/** The last byte of a nonce. */
const USES = { chunk: 0, 'last chunk': 1, header: 2 } as const;
type Use = keyof typeof USES;

/** Encrypts a text of any length; what comes out is to be written one piece after the other. */
export async function* seal(
  text: AsyncIterable<Uint8Array>,
  passphrase: string,
  cost: Cost = COST,
): AsyncGenerator<Buffer> {
  const header = printHeader({ ...cost, chunkBytes: CHUNK_BYTES, salt: randomBytes(HEADER_BYTES - SALT_AT) });
  const key = await fileKey(passphrase, header);
  const encrypt = (chunk: Uint8Array, number: number, use: Use): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(number, use)).setAAD(header);
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  yield header;
  yield encrypt(Buffer.alloc(0), 0, 'header');
  let number = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of text) {
    rest = Buffer.concat([rest, piece]);
    // The last chunk is known as such: one that is full waits for what comes after it.
    while (rest.length > CHUNK_BYTES) {
      yield encrypt(rest.subarray(0, CHUNK_BYTES), number, 'chunk');
      number += 1;
      rest = rest.subarray(CHUNK_BYTES);
    }
  }
  yield encrypt(rest, number, 'last chunk');
}

/**
 * Decrypts what `seal` made. Each piece is authentic when it comes out; that nothing is missing behind it is known only
 * when the generator is done. Throws a StartError that calls the file `name`.
 */
export async function* unseal(file: FileHandle, passphrase: string, name: string): AsyncGenerator<Buffer> {
  const header = await readUpTo(file, HEADER_BYTES);
  const { chunkBytes } = parseHeader(header, name);
  const key = await fileKey(passphrase, header);
  const decrypt = (sealed: Buffer, number: number, use: Use): Buffer | null => {
    if (sealed.length < TAG_BYTES) return null;
    const tag = sealed.subarray(sealed.length - TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(number, use)).setAAD(header).setAuthTag(tag);
    const text = decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES));
    try {
      decipher.final();
      return text;
    } catch {
      return null;
    }
  };
  if (decrypt(await readUpTo(file, TAG_BYTES), 0, 'header') === null) {
    throw new StartError(`The passphrase is not the one of ${name}, or the beginning of that file is damaged.`);
  }
  let sealed = await readUpTo(file, chunkBytes + TAG_BYTES);
  for (let number = 0; ; number += 1) {
    const next = await readUpTo(file, chunkBytes + TAG_BYTES);
    const text = decrypt(sealed, number, next.length === 0 ? 'last chunk' : 'chunk');
    if (text === null) throw new StartError(`${name} is damaged or not whole.`);
    yield text;
    if (next.length === 0) return;
    sealed = next;
  }
}

function printHeader({ memory, passes, parallelism, chunkBytes, salt }: Header): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeUInt16BE(VERSION, 14);
  header.writeUInt32BE(memory, 16);
  header.writeUInt32BE(passes, 20);
  header.writeUInt32BE(parallelism, 24);
  header.writeUInt32BE(chunkBytes, 28);
  salt.copy(header, SALT_AT);
  return header;
}

function parseHeader(header: Buffer, name: string): Header {
  if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new StartError(`${name} is no backup of Kabinet.`);
  }
  if (header.readUInt16BE(14) !== VERSION) {
    throw new StartError(`${name} was written by another version of Kabinet, in a form that this one does not know.`);
  }
  const parsed = {
    memory: header.readUInt32BE(16),
    passes: header.readUInt32BE(20),
    parallelism: header.readUInt32BE(24),
    chunkBytes: header.readUInt32BE(28),
    salt: header.subarray(SALT_AT),
  };
  const { memory, passes, parallelism, chunkBytes } = parsed;
  const bearable =
    within(parallelism, 1, COST_MAX.parallelism) &&
    within(memory, 8 * parallelism, COST_MAX.memory) &&
    within(passes, 1, COST_MAX.passes) &&
    within(chunkBytes, 1, CHUNK_BYTES_MAX);
  if (!bearable) throw new StartError(`${name} is damaged or not whole.`);
  return parsed;
}

function within(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

async function fileKey(passphrase: string, header: Buffer): Promise<Buffer> {
  const { memory, passes, parallelism, salt } = parseHeader(header, 'The file');
  const message = Buffer.from(passphrase.normalize('NFC'), 'utf8');
  return deriveKey('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: KEY_BYTES });
}

function nonce(number: number, use: Use): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(number, 4, 6);
  bytes.writeUInt8(USES[use], 11);
  return bytes;
}

/** Fewer bytes only where the file ends. */
async function readUpTo(file: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
