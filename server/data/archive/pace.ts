/** How slow a sender may be, instead of the time limit of other requests. */
export interface Pace {
  /** The longest time without a byte. */
  silentMs: number;
  windowMs: number;
  /** The least average over the last window: what came before it does not count. */
  bytesPerSecond: number;
}

/** A phone that sends 30 KB a second and keeps pausing for some seconds stays above. */
export const PACE: Pace = { silentMs: 10_000, windowMs: 30_000, bytesPerSecond: 10 * 1024 };

interface Look {
  atMs: number;
  received: number;
}

/** Judges one sender over a moving window; times are of one monotonic clock, in milliseconds. */
export class PaceWatch {
  readonly #pace: Pace;
  #looks: Look[];
  #lastMs: number;
  #received = 0;

  constructor(pace: Pace, nowMs: number) {
    this.#pace = pace;
    this.#looks = [{ atMs: nowMs, received: 0 }];
    this.#lastMs = nowMs;
  }

  take(bytes: number, nowMs: number): void {
    this.#received += bytes;
    this.#lastMs = nowMs;
  }

  /** How long nothing has come. */
  silentMs(nowMs: number): number {
    return nowMs - this.#lastMs;
  }

  /** Called about every second: the window begins with one of these looks. */
  isTooSlow(nowMs: number): boolean {
    const { silentMs, windowMs, bytesPerSecond } = this.#pace;
    this.#looks.push({ atMs: nowMs, received: this.#received });
    // The last look before the window is kept: the window starts from its count.
    const first = this.#looks.findLastIndex(({ atMs }) => atMs <= nowMs - windowMs);
    if (first > 0) this.#looks = this.#looks.slice(first);
    const [began] = this.#looks;
    const wanted = first < 0 || !began ? 0 : (bytesPerSecond * (nowMs - began.atMs)) / 1000;
    return this.silentMs(nowMs) > silentMs || this.#received - (began?.received ?? 0) < wanted;
  }
}
