import { LETTERS_A_DAY } from '#domain/letters/pace.ts';
import { AppError, type FieldErrors } from '#domain/errors.ts';

/** How many points a key may spend within a window of seconds. */
export interface LimitRule {
  name: string;
  points: number;
  seconds: number;
  /** Each node counts for itself, where an attempt costs no more than counting it. */
  perProcess?: true;
}

export const LIMITS = {
  signInPerNetwork: { name: 'sign-in-address', points: 20, seconds: 60 },
  // Slower the longer somebody guesses: 10 in a quarter of an hour, 20 in two hours, 40 in a day.
  signInPerMailbox: { name: 'sign-in-account', points: 10, seconds: 900 },
  signInPerMailboxLonger: { name: 'sign-in-account-2h', points: 20, seconds: 7200 },
  signInPerMailboxDaily: { name: 'sign-in-account-day', points: 40, seconds: 86_400 },
  // Codes after a password; the account also counts the wrong ones (`countedGuesses`).
  codesPerNetwork: { name: 'codes-address', points: 20, seconds: 60 },
  // Recovery codes of the texts, after a password; only wrong ones count.
  textsCodesPerAccount: { name: 'texts-codes-account', points: 10, seconds: 900 },
  registrationPerNetwork: { name: 'registration-address', points: 5, seconds: 900 },
  registrationPerNetworkDaily: { name: 'registration-address-day', points: 20, seconds: 86_400 },
  lettersPerNetwork: { name: 'letters-address', points: 20, seconds: 60 },
  // Counted by the token: mailbox providers send the requests of many readers from one network.
  letterStops: { name: 'letter-stops', points: 20, seconds: 60 },
  // Counted per requesting network too, so that a stranger does not block the owner's requests.
  lettersPerEmail: { name: 'letters-email', points: 8, seconds: 900 },
  // Letters to one mailbox, requested from anywhere but the networks that its account knows. Beyond the first limit
  // only the second applies, so that strangers never keep a letter from its reader for longer than that.
  lettersPerMailbox: { name: 'letters-mailbox', points: 20, seconds: 86_400 },
  lettersPerFullMailbox: { name: 'letters-full-mailbox', points: 1, seconds: 120 },
  lettersPerAccount: { name: 'letters-account', points: 8, seconds: 900 },
  // Of one practitioner to one recipient; reminders apart, so that other letters do not use up theirs.
  clientLetters: { name: 'client-letters', points: 20, seconds: 86_400 },
  reminders: { name: 'reminders', points: 20, seconds: 86_400 },
  // Of one practitioner to all clients and visitors; letters beyond wait until they expire.
  clientLettersPerAccount: { name: 'client-letters-account', points: LETTERS_A_DAY.settled, seconds: 86_400 },
  clientLettersPerYoungAccount: { name: 'client-letters-young', points: LETTERS_A_DAY.young, seconds: 86_400 },
  clientLettersPerNewAccount: { name: 'client-letters-new', points: LETTERS_A_DAY.new, seconds: 86_400 },
  // Far more than a person, a draft or a script needs; an import is one write. Texts count as they are stored.
  writesPerAccount: { name: 'writes-account', points: 30_000, seconds: 60, perProcess: true },
  kilobytesPerAccount: { name: 'kilobytes-account', points: 64 * 1024, seconds: 60, perProcess: true },
  csvImportsPerAccount: { name: 'csv-imports-account', points: 60, seconds: 600 },
  archivesPerAccount: { name: 'archives-account', points: 20, seconds: 600 },
  bookingPerNetwork: { name: 'booking-address', points: 8, seconds: 600 },
  // An office or a mobile network with many visitors at once stays below.
  pageReadsPerNetwork: { name: 'page-reads-address', points: 300, seconds: 60, perProcess: true },
  visitsPerNetwork: { name: 'visits-address', points: 120, seconds: 60, perProcess: true },
  // Attempts with unknown links.
  visitGuessesPerNetwork: { name: 'visit-guesses-address', points: 20, seconds: 600 },
  // Bodies of guests, before they are parsed; an office whose sign-ins ended while everybody was saving stays below.
  guestKilobytesPerNetwork: { name: 'guest-kilobytes-address', points: 32 * 1024, seconds: 60, perProcess: true },
  // Each call replaces the topics of a stream. An office that reconnects opens all of its streams again.
  subscriptionsPerNetwork: { name: 'subscriptions-address', points: 600, seconds: 60, perProcess: true },
  // Lists that examine more records than one slice; a person who types a search requests a few a second.
  longReadsPerAccount: { name: 'long-reads-account', points: 300, seconds: 10, perProcess: true },
  subscriptionsPerAccount: { name: 'subscriptions-account', points: 300, seconds: 60, perProcess: true },
} as const satisfies Record<string, LimitRule>;

/** What an attempt is counted against. */
export interface Point {
  rule: LimitRule;
  key: string;
  /** 1 by default. */
  points?: number | undefined;
}

/** Counts attempts by key; with several nodes they share the counts. */
export interface Limits {
  /** Spends one point or several; throws a TooManyRequests when none is left. */
  take(rule: LimitRule, key: string, points?: number): Promise<void>;
  /**
   * Spends all of these points, of rules that all nodes share, or none. Returns the first rule without points, or null.
   */
  takeAll(points: readonly Point[]): Promise<LimitRule | null>;
  /** Returns a point of an attempt that does not count. */
  giveBack(rule: LimitRule, key: string): Promise<void>;
}

export class TooManyRequests extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, fields: FieldErrors = {}) {
    super(429, 'Too Many Requests.', fields);
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
  }
}

/** The account's records have no more room; not a failure of the program. */
export class PracticeFull extends AppError {
  constructor(message: string) {
    super(507, message);
  }
}
