import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { notFound } from '#domain/errors.ts';
import { USERS_COLLECTION_ID } from '#server/accounts/tokens/tokens.ts';
import { readBody, readInput } from '#server/ground/http/bodies.ts';

/** Path of an auth collection's calls; `users` is the only auth collection. */
export const AUTH_COLLECTION = '/api/collections/:collection';

export const INVALID_FORM = 'An error occurred while validating the submitted data.';

export interface WithQuery {
  Querystring: Record<string, unknown>;
}

export async function refuseOtherCollections(request: FastifyRequest): Promise<void> {
  const { collection } = request.params as { collection: string };
  if (collection === USERS_COLLECTION_ID || collection.toLowerCase() === 'users') return;
  throw notFound('Missing or invalid auth collection context.');
}

/** Returns the request body as the schema parses it. Throws a 400 that names the invalid fields. */
export function readForm<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.output<Schema> {
  return readInput(schema, readBody(request.body));
}
