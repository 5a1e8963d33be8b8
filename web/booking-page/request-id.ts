import type { BookingRequest } from '#domain/booking/visit.ts';
import { newRecordId } from '#web/browser/record-id.ts';

/**
 * Names requests, so that one whose answer was lost on the way can be sent again without becoming a second one: the
 * same person asking for the same time keeps the name, and what they changed in the message is taken over.
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
