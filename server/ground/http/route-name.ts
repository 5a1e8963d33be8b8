import type { FastifyRequest } from 'fastify';
import { RECORD_TABLES } from '#server/ground/db/tables.ts';

const COLLECTION = ':collection';
const names = new Set<unknown>(RECORD_TABLES);

/**
 * Returns the pattern of a request's route for logs and counts, with the collection where the program has it: never a
 * word of the caller's. 'unknown' without a route.
 */
export function routeName(request: FastifyRequest): string {
  const pattern = request.routeOptions.url ?? 'unknown';
  if (!pattern.includes(COLLECTION)) return pattern;
  const name = (request.params as { collection?: unknown } | undefined)?.collection;
  return names.has(name) ? pattern.replace(COLLECTION, String(name)) : pattern;
}
