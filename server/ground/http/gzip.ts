import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Smaller responses fit into two packets either way. */
const WORTH_BYTES = 2048;
/** No screen reads more at once, and compressing more would take a core from others for tens of milliseconds. */
const MOST_BYTES = 512 * 1024;

/** By request, because the hook that sends a response receives nothing else to identify it. */
const uncompressed = new WeakSet<FastifyRequest>();

/** Excludes the response to a request from compression. */
export function neverCompress(request: FastifyRequest): void {
  uncompressed.add(request);
}

/**
 * An `onSend` hook that compresses a large response, at the fastest level and off the main thread. Only for routes of
 * records: a response with a token must never be compressed together with text of a stranger.
 */
export async function compressLarge(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (uncompressed.has(request)) return payload;
  varyByEncoding(reply);
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  if (!isWorthGzip(request, Buffer.byteLength(payload))) return payload;
  const compressed = await promisify(gzip)(payload, { level: 1 });
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return compressed;
}

export function varyByEncoding(reply: FastifyReply): void {
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '));
}

/** A part of a response. */
export interface Piece {
  bytes: Buffer;
  /** Sent uncompressed, so that its length does not depend on its content. */
  plain: boolean;
}

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_BLOCK = Buffer.from([3, 0]);

/** Compresses pieces separately, so that no text of one shortens another. */
export async function gzipPieces(pieces: readonly Piece[]): Promise<Buffer> {
  const blocks = await Promise.all(
    pieces.map(({ bytes, plain }) =>
      promisify(deflateRaw)(bytes, { level: plain ? 0 : 1, finishFlush: constants.Z_FULL_FLUSH }),
    ),
  );
  const whole = Buffer.concat(pieces.map(({ bytes }) => bytes));
  const check = Buffer.alloc(8);
  check.writeUInt32LE(crc32(whole), 0);
  check.writeUInt32LE(whole.length, 4);
  return Buffer.concat([GZIP_HEAD, ...blocks, LAST_BLOCK, check]);
}

/** Returns whether a response is worth compressing and its caller accepts it. */
export function isWorthGzip(request: FastifyRequest, bytes: number): boolean {
  return bytes >= WORTH_BYTES && bytes <= MOST_BYTES && acceptsGzip(request);
}

export function acceptsGzip(request: FastifyRequest): boolean {
  return [request.headers['accept-encoding'] ?? '']
    .flat()
    .join(',')
    .split(',')
    .some((coding) => /^gzip(?:;q=(?!0(?:\.0*)?$).*)?$/.test(coding.trim()));
}
