import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';

/** Archives take much of a core and of the disk: one at a time leaves the rest to everybody else. */
const MOST_WAITING = 20;
/** One for each practitioner, and one behind it: the first may be that of a request that was stopped. */
const MOST_OF_OWNER = 2;
const RETRY_SECONDS = 10;

/** Makes and reads archives one after the other. */
export class ArchiveQueue {
  readonly #owners: string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** Throws a TooManyRequests where too many archives wait, of the practitioner or of all. */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.#owners.filter((one) => one === owner).length;
    if (own >= MOST_OF_OWNER || this.#owners.length >= MOST_WAITING) throw new TooManyRequests(RETRY_SECONDS);
    this.#owners.push(owner);
    const turn = this.#last.then(work).finally(() => this.#owners.splice(this.#owners.indexOf(owner), 1));
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
