import type { FastifyRequest } from 'fastify';
import { neverCompress } from '#server/http/gzip.ts';
import type { RecordCall } from '#server/records/record-call.ts';

/** Requests hold texts of strangers beside the names of others, profiles a licence key and the link of the page. */
const UNCOMPRESSED = ['booking', 'profiles'];

/** A stranger that sees only the length of a compressed response could guess what it holds. */
export function leaveUncompressed(request: FastifyRequest, { collection }: RecordCall): void {
  if (UNCOMPRESSED.includes(collection.name)) neverCompress(request);
}
