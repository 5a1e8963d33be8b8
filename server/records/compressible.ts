import type { FastifyRequest } from 'fastify';
import { neverCompress } from '#server/ground/http/gzip.ts';
import type { RecordCall } from '#server/records/collection.ts';

/** Their responses combine visitors' texts with other people's names, or hold the licence key and the booking link. */
const UNCOMPRESSED = ['booking', 'profiles'];

/** A stranger that sees only the length of a compressed response could guess what it holds. */
export function mustStayPlain({ collection }: RecordCall): boolean {
  return UNCOMPRESSED.includes(collection.name);
}

export function leaveUncompressed(request: FastifyRequest, call: RecordCall): void {
  if (mustStayPlain(call)) neverCompress(request);
}
