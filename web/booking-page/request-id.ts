import type { BookingRequest } from '#domain/booking/booking.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 15;

/**
 * Names requests, so that one whose answer was lost on the way can be sent again without becoming a second one: the
 * same person asking for the same time keeps the name.
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

/** A record's id as the server makes them: 15 characters of a–z and 0–9. */
function newRecordId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}
