/** A finished letter on its way out. */
export interface Message {
  /** Sender and recipient, addresses without names. */
  from: string;
  to: string;
  /** RFC 5322, headers and body. */
  raw: Buffer;
  /** The same for every attempt at this letter; valid as a file name. */
  name: string;
  /** Called right before the letter is handed over; false: it no longer holds and is withdrawn. */
  handOver?: () => Promise<boolean>;
}

/** The reason of a letter that no mail server took: it lies in the folder. */
export const IN_FOLDER = 'folder';

/**
 * The outcome of an attempt: accepted; withdrawn, because it no longer holds; to be retried; refused for good; or sent
 * without a response, so that the letter may have arrived.
 */
export type Delivery =
  | { outcome: 'sent'; reason?: typeof IN_FOLDER }
  | { outcome: 'withdrawn' }
  | { outcome: 'later' | 'refused' | 'unknown'; reason: string };

export interface Transport {
  /** Does not reject for failures of the mail server. `signal` aborts an attempt that takes too long. */
  send(message: Message, signal: AbortSignal): Promise<Delivery>;
}
