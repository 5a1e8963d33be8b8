import type { z } from 'zod';
import { badRequest } from '#domain/errors.ts';
import type { Body } from '#server/ground/http/bodies.ts';
import { fieldErrorsOf } from '#server/ground/http/schema-errors.ts';

/** Returns the body or query of an action as its schema parses it. Throws a 400 with the fields to blame. */
export function readInput<Schema extends z.ZodType>(schema: Schema, input: Body): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw badRequest('An error occurred while validating the submitted data.', fieldErrorsOf(result.error.issues, input));
}
