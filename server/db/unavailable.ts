import { AppError } from '#domain/errors.ts';

/** The data cannot be read or written now; a retry of the request is worthwhile. */
export class DataUnavailable extends AppError {
  constructor(message = 'The data cannot be reached at the moment.') {
    super(503, message);
  }
}
