import { badRequest, type AppError } from '#domain/errors.ts';
import type { FileWhy } from '#domain/csv-import/report.ts';

/** A 400 for a file that is no table that can be read; `line` is where, from 1. */
export function refusedFile(why: FileWhy, line = 0): AppError {
  const message = line > 0 ? `Cannot be read from line ${line} on.` : 'Cannot be read.';
  return badRequest('The file cannot be read as a table.', { file: { code: `csv_${why}`, message, params: { line } } });
}
