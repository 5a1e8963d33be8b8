/** A finished letter on its way out. */
export interface Message {
  /** Sender and recipient, addresses alone. */
  from: string;
  to: string;
  /** RFC 5322, headers and body. */
  raw: Buffer;
  /** The same whenever this letter is sent; good for a file name. */
  name: string;
}

/**
 * What became of it: taken over; not taken, to be tried again; refused for good; or handed over without an answer, so
 * that it may have arrived.
 */
export type Delivery = { outcome: 'sent' } | { outcome: 'later' | 'refused' | 'unknown'; reason: string };

export interface Transport {
  /** Never rejects for what the other side does. `signal` ends an attempt that takes too long. */
  send(message: Message, signal: AbortSignal): Promise<Delivery>;
}
