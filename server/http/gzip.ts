import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Smaller responses fit into two packets either way. */
const WORTH_BYTES = 2048;
/** No screen reads more at once, and compressing it would take a core from others for tens of milliseconds. */
const MOST_BYTES = 512 * 1024;

const uncompressed = new WeakSet<FastifyRequest>();

/** Excludes the response to a request from compression. */
export function neverCompress(request: FastifyRequest): void {
  uncompressed.add(request);
}

/**
 * An `onSend` hook that compresses a large response, at the fastest level and off the main thread. For routes of
 * records alone: a response with a token must never be compressed with what a stranger wrote.
 */
export async function compressLarge(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (uncompressed.has(request)) return payload;
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean).join(', '));
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
  const bytes = Buffer.byteLength(payload);
  if (bytes < WORTH_BYTES || bytes > MOST_BYTES || !acceptsGzip(request)) return payload;
  const compressed = await promisify(gzip)(payload, { level: 1 });
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return compressed;
}

export function acceptsGzip(request: FastifyRequest): boolean {
  return [request.headers['accept-encoding'] ?? '']
    .flat()
    .join(',')
    .split(',')
    .some((coding) => /^gzip(?:;q=(?!0(?:\.0*)?$).*)?$/.test(coding.trim()));
}
