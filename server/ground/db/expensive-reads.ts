import { OwnerShare } from '#server/ground/limits/owner-share.ts';

/** The most reads of one owner that wait; a search sends up to four with every letter. */
const MOST_WAITING = 5;

export interface ReadQueueRules {
  /** Reads that run at the same time, each of another owner. */
  atOnce: number;
  burstMs: number;
  restTimes: number;
  /**
   * How many times the duration of a read its place stays empty afterwards, so that other work runs between two reads.
   */
  pauseTimes: number;
  /** The clock of a read's cost, in milliseconds. */
  clock(): number;
}

/** Too many reads of this owner wait already. */
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
 * Runs expensive reads, one at a time for each owner, owners in turn; an owner without share left rests before its next
 * read. The newest waiting read goes first, and the oldest one is refused beyond the limit: a person who types into a
 * search no longer wants the results for fewer letters.
 */
export class ExpensiveReads {
  readonly #rules: ReadQueueRules;
  readonly #now: () => number;
  readonly #share: OwnerShare;
  readonly #running = new Set<string>();
  /** By owner, the newest last; the owner with the oldest turn first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #timer: NodeJS.Timeout | undefined;

  /** `now` is the monotonic clock of the rests, in milliseconds. */
  constructor(rules: ReadQueueRules, now: () => number = () => performance.now()) {
    this.#rules = rules;
    this.#now = now;
    this.#share = new OwnerShare(rules, now);
  }

  /**
   * Returns the result of `read`, which calls `begin` when its work begins: waiting for a connection costs nothing,
   * and `laterMs` is what the result costs after its turn. Throws a ReadQueueFull instead of running it if too many wait.
   */
  async run<Result>(
    owner: string,
    read: (begin: () => void) => Promise<Result>,
    laterMs: (result: Result) => number = () => 0,
  ): Promise<Result> {
    await this.#turn(owner);
    let work: { began: number; before: number } | null = null;
    const begin = (): void => {
      work = { began: this.#now(), before: this.#rules.clock() };
    };
    try {
      const result = await read(begin);
      this.#share.spend(owner, laterMs(result));
      return result;
    } finally {
      const { began, before } = work ?? { began: this.#now(), before: this.#rules.clock() };
      this.#share.spend(owner, this.#rules.clock() - before);
      const pauseMs = (this.#now() - began) * this.#rules.pauseTimes;
      if (pauseMs > 0) setTimeout(() => this.#end(owner), pauseMs);
      else this.#end(owner);
    }
  }

  /** Returns the result of `read` in the owner's turn, which costs neither share nor pause. */
  async runFree<Result>(owner: string, read: () => Promise<Result>): Promise<Result> {
    await this.#turn(owner);
    try {
      return await read();
    } finally {
      this.#end(owner);
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
    // In its own turn of the event loop, so that other requests run between two reads.
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
