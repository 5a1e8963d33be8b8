import { type AppError, badRequest } from '#domain/errors.ts';

/** Says what is wrong with a filter without repeating its texts. */
export function badFilter(why: string): AppError {
  return badRequest(`Invalid filter: ${why}.`);
}
