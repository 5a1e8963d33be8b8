import type { BookingRequest } from '#domain/booking/visit.ts';
import { newRecordId } from '#web/ground/browser/record-id.ts';

/**
 * Generates request ids, so that a retry after a lost response does not create a second request: the same person and
 * the same time keep the id, and the server takes over a changed message.
 */
export class RequestIds {
  #wish = '';
  #id = '';

  idOf({ start, name, phone }: BookingRequest): string {
    const wish = JSON.stringify([start, name, phone]);
    if (wish !== this.#wish) this.#id = newRecordId();
    this.#wish = wish;
    return this.#id;
  }
}
