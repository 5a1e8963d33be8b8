import { type AppError, badRequest } from '#domain/errors.ts';

/** Returns the 400 for a filter, without quoting its texts. */
export function badFilter(why: string): AppError {
  return badRequest(`Invalid filter: ${why}.`);
}
