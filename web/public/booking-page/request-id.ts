import type { BookingRequest } from '#domain/booking/visit.ts';
import { newRecordId } from '#web/ground/browser/record-id.ts';

/**
 * Generates request ids, so that a retry after a lost response does not create a second request: the same person and
 * the same time keep the id, and the server takes over a changed message.
 */
export class RequestIds {
  #asked = '';
  #id = '';

  idOf({ start, name, phone }: BookingRequest): string {
    const asked = JSON.stringify([start, name, phone]);
    if (asked !== this.#asked) this.#id = newRecordId();
    this.#asked = asked;
    return this.#id;
  }
}
