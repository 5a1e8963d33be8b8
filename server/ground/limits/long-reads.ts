import { setImmediate as nextTick } from 'node:timers/promises';
import { badRequest } from '#domain/errors.ts';
import { LIMITS, type Limits, TooManyRequests } from '#server/ground/limits/limit-rules.ts';

/** Long reads of one owner in the queue; screens request eight lists at once. */
const MOST_WAITING = 50;
/** Time of this thread after which other requests run. */
const SLICE_MS = 5;

interface Queue {
  size: number;
  last: Promise<void>;
}

/** The long reads in progress, by owner. */
const queues = new Map<string, Queue>();
let lastSlice: Promise<unknown> = Promise.resolve();

export interface Reading {
  owner: string;
  limits: Limits;
  /** Whether the caller no longer waits for the result. */
  isGone?: (() => boolean) | undefined;
}

/**
 * A read that may be long. It runs immediately until its first pause, so that short reads do not wait. From then on
 * each owner has one running read at a time, and each turn of the event loop runs one slice, so that other requests
 * wait for one slice at most.
 */
export class LongRead implements Disposable {
  readonly #reading: Reading;
  #leave: (() => void) | null = null;
  #sliceBegan = performance.now();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Lets other work run. Throws a TooManyRequests at the first pause if the owner has too many long reads. */
  async pause(): Promise<void> {
    if (!this.#leave) await this.#enter();
    lastSlice = lastSlice.then(() => nextTick());
    await lastSlice;
    if (this.#reading.isGone?.()) throw badRequest('The caller left.');
    this.#sliceBegan = performance.now();
  }

  /** Waits for the owner's earlier long reads; for reads whose first slice would be long already. */
  async waitTurn(): Promise<void> {
    if (!this.#leave) await this.pause();
  }

  /** Whether the slice has used up its time. */
  get isDue(): boolean {
    return performance.now() - this.#sliceBegan > SLICE_MS;
  }

  [Symbol.dispose](): void {
    this.#leave?.();
  }

  async #enter(): Promise<void> {
    const { owner, limits } = this.#reading;
    const queue = queues.getOrInsertComputed(owner, () => ({ size: 0, last: Promise.resolve() }));
    if (queue.size >= MOST_WAITING) throw new TooManyRequests(1);
    const { last } = queue;
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.size += 1;
    queue.last = promise;
    this.#leave = () => {
      queue.size -= 1;
      if (queue.size === 0) queues.delete(owner);
      void last.then(resolve);
    };
    await limits.take(LIMITS.longReadsPerAccount, owner);
    await last;
  }
}

/** Runs a read that cannot pause, one at a time for each owner. */
export async function inOwnersTurn<Result>(reading: Reading, run: () => Promise<Result>): Promise<Result> {
  using read = new LongRead(reading);
  await read.pause();
  return await run();
}
