import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { outOfSpace } from '#domain/errors.ts';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';

/** Spools leave this much of the disk to the data, and together use at most half of the free space. */
const KEPT_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
const LOOK_EVERY_BYTES = 8 * 1024 * 1024;

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const BLOCK_BYTES = 16;

/**
 * A file without a name that the end of the program frees, at the latest. What is on the disk is sealed with a key that
 * stands in memory alone: freed blocks keep their bytes. AES-CTR begins at any place, and nothing is written twice.
 */
export class Spool implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #key = randomBytes(32);
  readonly #freeBytes: () => Promise<number>;
  #size = 0;
  #lookAt = 0;
  #isClosed = false;
  /** The bytes of all spools of this process. */
  static #heldBytes = 0;

  private constructor(file: FileHandle, freeBytes: () => Promise<number>) {
    this.#file = file;
    this.#freeBytes = freeBytes;
  }

  /** Opens a spool in DATA_DIR: the operator expects texts on no other disk. */
  static async open(dataDir: string, freeBytes = freeIn): Promise<Spool> {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = join(dataDir, `spool-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new Spool(file, () => freeBytes(dataDir));
  }

  get size(): number {
    return this.#size;
  }

  /** Throws a 507 before the disk, or the spools' half of its free space, is full. */
  async append(bytes: Uint8Array): Promise<void> {
    if (this.#size >= this.#lookAt) {
      const left = (await this.#freeBytes()) - bytes.length;
      if (left < KEPT_BYTES || left < Spool.#heldBytes + bytes.length) throw outOfSpace();
      this.#lookAt = this.#size + LOOK_EVERY_BYTES;
    }
    const sealed = this.#crypt(bytes, this.#size);
    for (let written = 0; written < sealed.length;) {
      const { bytesWritten } = await this.#file.write(sealed, written, sealed.length - written, this.#size);
      written += bytesWritten;
      this.#size += bytesWritten;
      Spool.#heldBytes += bytesWritten;
    }
  }

  async fill(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of pieces) await this.append(piece);
  }

  /** Yields the bytes from `start` up to `end`, exclusive. */
  async *read(start = 0, end = this.#size): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at)), {
        position: at,
      });
      if (bytesRead === 0) return;
      const text = this.#crypt(buffer.subarray(0, bytesRead), at);
      at += bytesRead;
      yield text;
    }
  }

  /** Fills `bytes` with the bytes from `start` on. */
  async readInto(bytes: Uint8Array, start: number): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await this.#file.read(bytes, at, bytes.length - at, start + at);
      if (bytesRead === 0) throw new Error('A spool ends before its piece.');
      at += bytesRead;
    }
    this.#crypt(bytes, start).copy(bytes);
  }

  /** Encrypts or decrypts the bytes at a place: with a stream cipher both are the same. */
  #crypt(bytes: Uint8Array, at: number): Buffer {
    const counter = Buffer.alloc(BLOCK_BYTES);
    counter.writeBigUInt64BE(BigInt(Math.floor(at / BLOCK_BYTES)), BLOCK_BYTES / 2);
    const cipher = createCipheriv('aes-256-ctr', this.#key, counter);
    cipher.update(Buffer.alloc(at % BLOCK_BYTES));
    return cipher.update(bytes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isClosed) Spool.#heldBytes -= this.#size;
    this.#isClosed = true;
    await this.#file.close();
  }
}

/** A spool as the reader of ZIPs reads it. */
export class SpoolReader extends RandomAccessReader {
  readonly #spool: Spool;

  constructor(spool: Spool) {
    super();
    this.#spool = spool;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#spool.read(start, end), { objectMode: false });
  }

  override read(
    bytes: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const read = callbackify(() => this.#spool.readInto(bytes.subarray(offset, offset + length), position));
    read(done);
  }
}
