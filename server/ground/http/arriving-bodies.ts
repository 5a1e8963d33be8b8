import type { Readable } from 'node:stream';
import { AppError } from '#domain/errors.ts';
import { networkOf } from '#server/ground/http/address.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';

/** The memory that all arriving bodies together may take. */
const MOST_BYTES = 8 * 1024 * 1024;

const TOO_LARGE = 'Request entity too large.';

interface Arriving {
  bytes: number;
  /** The address of the sender. */
  from: string;
  refuse(error: AppError): void;
}

/**
 * Reads bodies within a limit for each and a bound for all. Beyond the bound the oldest body of the network that fills
 * most of it is refused (429): so slow senders lose, fast ones finish, and nobody ends the upload of another network.
 */
export class ArrivingBodies {
  readonly #mostBytes: number;
  readonly #arriving = new Set<Arriving>();
  #bytes = 0;

  constructor(mostBytes: number = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Returns the whole body. Throws a 413 past the limit, before reading if the announced length is too large. */
  read(
    stream: Readable,
    { limit, announced, from }: { limit: number; announced: number; from: string },
  ): Promise<Buffer> {
    if (announced > limit) return Promise.reject(new AppError(413, TOO_LARGE));
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const finish = (): void => {
        stream.off('data', take).off('end', end).off('error', cut).off('close', cut);
        this.#arriving.delete(body);
        this.#bytes -= body.bytes;
        chunks.forEach(freeChunk);
        chunks.length = 0;
      };
      const fail = (error: Error): void => {
        finish();
        reject(error);
      };
      const body: Arriving = { bytes: 0, from, refuse: fail };
      const take = (chunk: Buffer): void => {
        chunks.push(chunk);
        body.bytes += chunk.length;
        this.#bytes += chunk.length;
        if (body.bytes > limit) fail(new AppError(413, TOO_LARGE));
        else this.#makeRoom();
      };
      const end = (): void => {
        const whole = Buffer.concat(chunks);
        finish();
        resolve(whole);
      };
      // If the connection closes too early, 'close' comes without 'end'.
      const cut = (): void => fail(new SenderLeft());
      this.#arriving.add(body);
      stream.on('data', take).on('end', end).on('error', cut).on('close', cut);
    });
  }

  #makeRoom(): void {
    if (this.#bytes <= this.#mostBytes) return;
    const byNetwork = Map.groupBy(this.#arriving, ({ from }) => networkOf(from)).values();
    const sizeOf = (bodies: Arriving[]): number => bodies.reduce((sum, { bytes }) => sum + bytes, 0);
    const [oldest] = [...byNetwork].reduce((most, bodies) => (sizeOf(bodies) > sizeOf(most) ? bodies : most), []);
    oldest?.refuse(new TooManyRequests(1));
  }
}

/**
 * Frees the memory of a request's chunk immediately: left to the garbage collector, bodies would fill far more memory
 * than the bound allows.
 */
export function freeChunk({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
}

/** The connection closed during a request, so nobody reads the response. */
export class SenderLeft extends AppError {
  constructor() {
    super(400, 'The request ended early.');
  }
}
