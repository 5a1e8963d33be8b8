import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';

const MOST_WAITING = 20;
/** One that runs and one that waits: the first may belong to a request that was stopped. */
const MOST_OF_OWNER = 2;
const RETRY_SECONDS = 10;

/** Makes and reads archives one at a time: each takes much of a core and of the disk. */
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
