import { setImmediate as turn } from 'node:timers/promises';

/**
 * Shares one run of some work among all callers that request it before it begins, in the next turn of the event loop.
 */
export class SingleFlight<Result> {
  readonly #waiting = new Map<string, Promise<Result>>();

  /** Returns a result that is never older than the call. */
  run(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.#waiting.getOrInsertComputed(key, async () => {
      await turn();
      this.#waiting.delete(key);
      return work();
    });
  }
}
