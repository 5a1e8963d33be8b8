import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { USERS_COLLECTION_ID } from '#server/accounts/tokens.ts';
import { readBody } from '#server/http/bodies.ts';
import { readInput } from '#server/http/read-input.ts';

/** Where the calls of an auth collection stand; `users` is the only one there is. */
export const AUTH_COLLECTION = '/api/collections/:collection';

export const INVALID_FORM = 'An error occurred while validating the submitted data.';

export interface OfCollection {
  Params: { collection: string };
  Querystring: Record<string, unknown>;
}

export async function refuseOtherCollections(request: FastifyRequest): Promise<void> {
  const { collection } = request.params as OfCollection['Params'];
  if (collection === USERS_COLLECTION_ID || collection.toLowerCase() === 'users') return;
  throw new AppError(404, 'Missing or invalid auth collection context.');
}

/** What was sent, as the schema reads it. Throws a 400 with the fields to blame. */
export function readForm<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.output<Schema> {
  return readInput(schema, readBody(request.body));
}
