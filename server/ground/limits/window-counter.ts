import { type LimitRule, TooManyRequests } from '#server/ground/limits/limit-rules.ts';

/** Upper bound on tracked keys, about 10 MB for each rule. */
const MAX_KEYS = 50_000;

interface Window {
  taken: number;
  /** On the monotonic clock, so that setting the clock neither frees nor locks a key. */
  endsMs: number;
}

/** Counts the points of one rule in this process. */
export class WindowCounter {
  readonly #rule: LimitRule;
  readonly #maxKeys: number;
  readonly #windows = new Map<string, Window>();

  constructor(rule: LimitRule, maxKeys: number = MAX_KEYS) {
    this.#rule = rule;
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Spends points. Throws a TooManyRequests when more are spent than the rule has. */
  take(key: string, nowMs: number = performance.now(), points = 1): void {
    this.#forgetEnded(nowMs);
    const window = this.#windows.getOrInsert(key, { taken: 0, endsMs: nowMs + this.#rule.seconds * 1000 });
    window.taken += points;
    if (window.taken > this.#rule.points) throw new TooManyRequests((window.endsMs - nowMs) / 1000);
  }

  /**
   * Counts points that are spent already without throwing; the next `take` throws if they are too many, even of 0
   * points.
   */
  count(key: string, points: number, nowMs: number = performance.now()): void {
    this.#forgetEnded(nowMs);
    this.#windows.getOrInsert(key, { taken: 0, endsMs: nowMs + this.#rule.seconds * 1000 }).taken += points;
  }

  giveBack(key: string): void {
    const window = this.#windows.get(key);
    if (window && window.taken > 0) window.taken -= 1;
  }

  /** Windows of one length end in the order in which they begin, so the first one is the next to end. */
  #forgetEnded(nowMs: number): void {
    for (const [key, { endsMs }] of this.#windows) {
      if (endsMs > nowMs && this.#windows.size < this.#maxKeys) return;
      this.#windows.delete(key);
    }
  }
}
