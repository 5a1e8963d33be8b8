/**
 * Why a field is refused. `server/ground/http/error-response.ts` writes the wire form, `web/api/errors.ts` the Russian text; a
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
export function notFound(): AppError {
  return new AppError(404, "The requested resource wasn't found.");
}

export function conflict(message: string, fields: FieldErrors = {}): AppError {
  return new AppError(409, message, fields);
}

/** Time that is already held: every booking path returns this code. */
export function slotTaken(field: 'date' | 'start', status: 400 | 409): AppError {
  return new AppError(status, 'The time is already taken.', {
    [field]: { code: 'slot_taken', message: 'The time is already taken.' },
  });
}

/** The practitioner takes no requests at present: `date` of the record, `start` on the public page. */
export function bookingClosed(field: 'date' | 'start'): AppError {
  const message = 'No requests are taken at present.';
  return badRequest(message, { [field]: { code: 'closed', message } });
}

/** Nothing more can be stored until there is room; reading and deleting go on. */
export function outOfSpace(cause?: unknown): AppError {
  return new AppError(507, 'There is no room left for more data.', {}, cause);
}

/** The disk refused to write: nothing was changed, and writes are refused until it works again. */
export function unwritable(cause?: unknown): AppError {
  return new AppError(503, 'The data cannot be changed now.', {}, cause);
}
