/** A composed letter, ready to be sent. */
export interface Message {
  /** Sender and recipient, addresses without names. */
  from: string;
  to: string;
  /** RFC 5322, headers and body. */
  raw: Buffer;
  /** The same for every attempt at this letter; valid as a file name. */
  name: string;
  /**
   * Called just before the letter is handed over; false means that its content is no longer true, and it is withdrawn.
   */
  handOver?: () => Promise<boolean>;
}

/** The reason stored for a letter that no mail server took: it is in the folder. */
export const IN_FOLDER = 'folder';

/**
 * The outcome of an attempt: accepted; withdrawn, because its content is no longer true; to be retried; refused
 * permanently; or sent without a response, so that it may have arrived.
 */
export type Delivery =
  | { outcome: 'sent'; reason?: typeof IN_FOLDER }
  | { outcome: 'withdrawn' }
  | { outcome: 'later' | 'refused' | 'unknown'; reason: string };

export interface Transport {
  /** Does not reject for failures of the mail server. `signal` aborts an attempt that takes too long. */
  send(message: Message, signal: AbortSignal): Promise<Delivery>;
}
