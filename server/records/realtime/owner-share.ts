interface ShareRules {
  /** Milliseconds of work that an owner can spend at once, before rests begin. */
  burstMs: number;
  /** How many times as long as its work an owner rests afterwards. */
  restTimes: number;
}

/**
 * Bounds the time of a process that each owner's expensive work takes: a burst, and from then on one part in `1 +
 * restTimes`. `now` is a monotonic clock in milliseconds.
 */
export class OwnerShare {
  readonly #rules: ShareRules;
  readonly #now: () => number;
  /** The moment at which an owner has rested for all of its work. */
  readonly #restedAt = new Map<string, number>();

  constructor(rules: ShareRules, now: () => number = () => performance.now()) {
    this.#rules = rules;
    this.#now = now;
  }

  /** Returns the milliseconds until the owner can work again, 0 for now. */
  waitMs(owner: string): number {
    const { burstMs, restTimes } = this.#rules;
    return Math.max(0, (this.#restedAt.get(owner) ?? 0) - this.#now() - burstMs * restTimes);
  }

  /** Charges an owner for work of this many milliseconds. */
  spend(owner: string, ms: number): void {
    const now = this.#now();
    const restedAt = Math.max(this.#restedAt.get(owner) ?? 0, now) + ms * this.#rules.restTimes;
    this.#restedAt.delete(owner);
    this.#restedAt.set(owner, restedAt);
    for (const [other, at] of this.#restedAt) {
      if (at > now) return;
      this.#restedAt.delete(other);
    }
  }
}
