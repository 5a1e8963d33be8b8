/**
 * Why a field is refused. `server/ground/http/error-response.ts` writes the wire form, `web/ground/api/errors.ts` the Russian text; a
 * message here is English and contains nothing personal.
 */
export interface FieldError {
  /** For instance 'validation_required' or 'slot_taken': what programs branch on. */
  code: string;
  message: string;
  params?: Record<string, string | number>;
}

export type FieldErrors = Record<string, FieldError>;

/** A refusal that the caller may see: an HTTP status, a sentence and, where a field is to blame, which and why. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly fields: FieldErrors;

  constructor(status: number, message: string, fields: FieldErrors = {}, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.status = status;
    this.fields = fields;
  }
}

export function badRequest(message: string, fields: FieldErrors = {}): AppError {
  return new AppError(400, message, fields);
}

/** The same for a missing record and for one of another owner, so that ids cannot be probed. */
export function notFound(message = "The requested resource wasn't found."): AppError {
  return new AppError(404, message);
}

export function conflict(message: string, fields: FieldErrors = {}): AppError {
  return new AppError(409, message, fields);
}

export function forbidden(message: string, fields: FieldErrors = {}): AppError {
  return new AppError(403, message, fields);
}

/** A refusal that passes by itself: the caller can try again soon. */
export function unavailable(message: string): AppError {
  return new AppError(503, message);
}

/**
 * A refusal of what was right when the caller read the data and no longer is: the time is taken, the request decided.
 * The record API returns it as a 400, like every error of a field.
 */
export class Outdated extends AppError {
  constructor(message: string, fields: FieldErrors) {
    super(409, message, fields);
  }
}

/** Time that is already held: every booking path returns this code. */
export function slotTaken(): Outdated {
  const message = 'The time is already taken.';
  return new Outdated(message, { date: { code: 'slot_taken', message } });
}

/** The practitioner takes no requests at present. */
export function bookingClosed(): AppError {
  const message = 'No requests are taken at present.';
  return badRequest(message, { date: { code: 'closed', message } });
}

/** Nothing more can be stored until there is room; reading and deleting go on. */
export function outOfSpace(cause?: unknown): AppError {
  return new AppError(507, 'There is no room left for more data.', {}, cause);
}

/** The disk refused to write: nothing was changed, and writes are refused until it works again. */
export function unwritable(cause?: unknown): AppError {
  return new AppError(503, 'The data cannot be changed now.', {}, cause);
}
