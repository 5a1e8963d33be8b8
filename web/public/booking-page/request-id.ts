import type { BookingRequest } from '#domain/booking/visit.ts';
import { newRecordId } from '#web/ground/browser/record-id.ts';

/** Stores a text across reloads. */
export interface KeptText {
  last: () => string;
  keepLast: (text: string) => void;
}

/**
 * Generates request ids, so that a retry after a lost response or a reload does not create a second request: the same
 * person and the same time keep the id, and the server takes over a changed message.
 */
export class RequestIds {
  readonly #kept: KeptText;
  /** The last request's start, name and phone, followed by its id. */
  #last: string;

  constructor(kept: KeptText) {
    this.#kept = kept;
    this.#last = kept.last();
  }

  idOf(request: BookingRequest): string {
    const wish = wishOf(request);
    if (!this.isLast(request)) this.#last = wish + newRecordId();
    this.#kept.keepLast(this.#last);
    return this.#last.slice(wish.length);
  }

  /** Whether this request has been sent already: then the request itself may be what takes the time. */
  isLast(request: BookingRequest): boolean {
    return this.#last.startsWith(wishOf(request));
  }
}

function wishOf({ start, name, phone }: BookingRequest): string {
  return JSON.stringify([start, name, phone]);
}
