import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { TooManyRequests } from '#server/limits/limits.ts';

/** What may wait for one page: far more than its visitors ask for at once. */
const MOST_WAITING = 16;

/** After its work a page rests nine times as long as that took: it gets a tenth of the process at most. */
const REST = { times: 9, mostMs: 100 } as const;

interface Asked<Answer> {
  promise: Promise<Answer>;
  work: () => Promise<void>;
}

/**
 * Working out the free times of public pages, for each page one thing after the other. Whoever asks for the same before
 * its turn came gets the same answer, which is as new as one of their own; in between the page rests, so that many do, and
 * of a flood of different questions to one page most are refused (429). So a flood waits for itself, and leaves other
 * pages and practitioners alone (PUBLIC-06).
 */
export class FreeTimeLine<Answer> {
  /** By page, and there by question, in the order in which they came; the one that is being worked out is not here. */
  readonly #lines = new Map<string, Map<string, Asked<Answer>>>();

  /** `work` is what is asked for: two with the same `question` about the same `page` are the same. */
  ask(page: string, question: string, work: () => Promise<Answer>): Promise<Answer> {
    const line = this.#lines.get(page) ?? this.#open(page);
    const asked = line.get(question);
    if (asked) return asked.promise;
    if (line.size >= MOST_WAITING) return Promise.reject(new TooManyRequests(1));
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    line.set(question, { promise, work: () => work().then(resolve, reject) });
    return promise;
  }

  #open(page: string): Map<string, Asked<Answer>> {
    const line = new Map<string, Asked<Answer>>();
    this.#lines.set(page, line);
    void this.#serve(page, line);
    return line;
  }

  async #serve(page: string, line: Map<string, Asked<Answer>>): Promise<void> {
    // In a turn of the event loop of its own: others are let in between, and whoever asks the same meanwhile joins.
    await turn();
    for (const [question, { work }] of line) {
      line.delete(question);
      const began = performance.now();
      await work();
      await sleep(Math.min(REST.mostMs, (performance.now() - began) * REST.times));
    }
    this.#lines.delete(page);
  }
}
