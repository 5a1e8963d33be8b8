import { OwnerShare } from '#server/limits/owner-share.ts';

/** Reads of one owner that may wait; a search sends up to four with every letter. */
const MOST_WAITING = 5;

export interface ReadQueueRules {
  /** Reads that run at the same time, each of another owner. */
  atOnce: number;
  burstMs: number;
  restTimes: number;
  /** How many times as long as it took the place of a read stays empty, so that others get on between two reads. */
  pauseTimes: number;
  /** What a read costs: the milliseconds that this clock goes on meanwhile. */
  clock(): number;
}

/** So many reads of this owner wait already that this one is refused. */
export class ReadQueueFull extends Error {
  override readonly name = 'ReadQueueFull';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('Too many expensive reads wait.');
    this.retryAfterMs = retryAfterMs;
  }
}

interface Waiting {
  begin(): void;
  refuse(error: ReadQueueFull): void;
}

/**
 * Runs expensive reads, one at a time for each owner, owners in turn. An owner who has used up its share rests before its
 * next read. Of those that wait the newest goes first, and the oldest is refused when there are too many: whoever types
 * into a search no longer wants the results for fewer letters.
 */
export class ExpensiveReads {
  readonly #rules: ReadQueueRules;
  readonly #now: () => number;
  readonly #share: OwnerShare;
  readonly #running = new Set<string>();
  /** By owner, the newest last; the owner whose turn is longest ago first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #timer: NodeJS.Timeout | undefined;

  /** `now` is the monotonic clock of the rests, in milliseconds. */
  constructor(rules: ReadQueueRules, now: () => number = () => performance.now()) {
    this.#rules = rules;
    this.#now = now;
    this.#share = new OwnerShare(rules, now);
  }

  /** Returns what `read` returns; throws a ReadQueueFull instead of running it when too many wait. */
  async run<Result>(owner: string, read: () => Promise<Result>): Promise<Result> {
    await this.#turn(owner);
    const [began, before] = [this.#now(), this.#rules.clock()];
    try {
      return await read();
    } finally {
      this.#share.spend(owner, this.#rules.clock() - before);
      const pauseMs = (this.#now() - began) * this.#rules.pauseTimes;
      if (pauseMs > 0) setTimeout(() => this.#end(owner), pauseMs);
      else this.#end(owner);
    }
  }

  #turn(owner: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(owner) ?? [];
    this.#waiting.set(owner, waiting);
    waiting.push({ begin: resolve, refuse: reject });
    this.#beginNext();
    if (waiting.length > MOST_WAITING) waiting.shift()?.refuse(new ReadQueueFull(this.#share.waitMs(owner)));
    return promise;
  }

  #beginNext(): void {
    clearTimeout(this.#timer);
    let soonestMs = Infinity;
    for (const [owner, waiting] of this.#waiting) {
      if (this.#running.size >= this.#rules.atOnce) return;
      if (this.#running.has(owner)) continue;
      const waitMs = this.#share.waitMs(owner);
      if (waitMs === 0) this.#begin(owner, waiting);
      else soonestMs = Math.min(soonestMs, waitMs);
    }
    if (soonestMs < Infinity) this.#timer = setTimeout(() => this.#beginNext(), Math.ceil(soonestMs));
  }

  #begin(owner: string, waiting: Waiting[]): void {
    const next = waiting.pop();
    if (waiting.length === 0) this.#waiting.delete(owner);
    if (!next) return;
    this.#running.add(owner);
    // In a turn of the event loop of its own, so that other requests are served between two reads.
    setImmediate(() => next.begin());
  }

  #end(owner: string): void {
    this.#running.delete(owner);
    const waiting = this.#waiting.get(owner);
    if (waiting) {
      // The other owners come before this one from now on.
      this.#waiting.delete(owner);
      this.#waiting.set(owner, waiting);
    }
    this.#beginNext();
  }
}
