import { type LimitRule, TooManyRequests } from '#server/limits/limits.ts';

/** What a flood of made-up addresses may take of the memory: some 10 MB for each rule. */
const MOST_KEYS = 50_000;

interface Window {
  taken: number;
  /** On the monotonic clock: a clock that is set neither frees nor locks anybody. */
  endsMs: number;
}

/** Counts the points of one rule in this process. */
export class WindowCounter {
  readonly #rule: LimitRule;
  readonly #mostKeys: number;
  /** Windows of one length end in the order in which they began: the first is the next to end. */
  readonly #windows = new Map<string, Window>();

  constructor(rule: LimitRule, mostKeys: number = MOST_KEYS) {
    this.#rule = rule;
    this.#mostKeys = mostKeys;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Takes a point; throws a TooManyRequests when none is left. */
  take(key: string, nowMs: number = performance.now()): void {
    this.#forgetEnded(nowMs);
    const window = this.#windows.get(key) ?? this.#begin(key, nowMs);
    window.taken += 1;
    if (window.taken > this.#rule.points) throw new TooManyRequests((window.endsMs - nowMs) / 1000);
  }

  giveBack(key: string): void {
    const window = this.#windows.get(key);
    if (window && window.taken > 0) window.taken -= 1;
  }

  #begin(key: string, nowMs: number): Window {
    if (this.#windows.size >= this.#mostKeys) this.#forgetFirst();
    const window = { taken: 0, endsMs: nowMs + this.#rule.seconds * 1000 };
    this.#windows.set(key, window);
    return window;
  }

  #forgetEnded(nowMs: number): void {
    for (const [key, { endsMs }] of this.#windows) {
      if (endsMs > nowMs) return;
      this.#windows.delete(key);
    }
  }

  #forgetFirst(): void {
    for (const key of this.#windows.keys()) {
      this.#windows.delete(key);
      return;
    }
  }
}
