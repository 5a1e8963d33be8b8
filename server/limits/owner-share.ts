interface ShareRules {
  /** Milliseconds of work that an owner may spend at once, before rests begin. */
  burstMs: number;
  /** How many times as long as its work an owner rests afterwards. */
  restTimes: number;
}

/**
 * Bounds what the expensive work of each owner takes of a process: some at once, and from then on one part in
 * `1 + restTimes` of the time. `now` is a monotonic clock in milliseconds.
 */
export class OwnerShare {
  readonly #rules: ShareRules;
  readonly #now: () => number;
  /** The moment at which an owner has rested for all that it spent. */
  readonly #restedAt = new Map<string, number>();

  constructor(rules: ShareRules, now: () => number = () => performance.now()) {
    this.#rules = rules;
    this.#now = now;
  }

  /** Milliseconds until the owner may work again, 0 where it may now. */
  waitMs(owner: string): number {
    const { burstMs, restTimes } = this.#rules;
    return Math.max(0, (this.#restedAt.get(owner) ?? 0) - this.#now() - burstMs * restTimes);
  }

  /** Charges an owner for work that took so many milliseconds. */
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
