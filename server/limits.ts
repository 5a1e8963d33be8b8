import { AppError } from '#domain/errors.ts';

/** How many points a key has within a window of seconds. */
export interface LimitRule {
  name: string;
  points: number;
  seconds: number;
}

export const LIMITS = {
  signInPerAddress: { name: 'sign-in-address', points: 20, seconds: 60 },
  signInPerAccount: { name: 'sign-in-account', points: 10, seconds: 900 },
  registrationPerAddress: { name: 'registration-address', points: 20, seconds: 60 },
  lettersPerAddress: { name: 'letters-address', points: 20, seconds: 60 },
  lettersPerAccount: { name: 'letters-account', points: 8, seconds: 900 },
  bookingPerAddress: { name: 'booking-address', points: 8, seconds: 600 },
} as const satisfies Record<string, LimitRule>;

/** Counts attempts by key; shared by all nodes where there are several. */
export interface Limits {
  /** Takes a point; throws a TooManyRequests when none is left. */
  take(rule: LimitRule, key: string): Promise<void>;
}

export class TooManyRequests extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(429, 'Too Many Requests.');
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
  }
}
