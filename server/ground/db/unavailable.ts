import { AppError } from '#domain/errors.ts';

/** The data cannot be read or written now; a retry of the request is worthwhile. */
export class DataUnavailable extends AppError {
  /** `cause` is for the log, which shows its name and code. */
  constructor(message = 'The data cannot be reached at the moment.', cause?: unknown) {
    super(503, message, {}, cause);
  }
}
