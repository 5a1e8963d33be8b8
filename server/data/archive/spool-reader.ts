import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';
import type { Spool } from '#server/data/archive/spool.ts';

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
