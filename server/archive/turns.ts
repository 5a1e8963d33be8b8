import { TooManyRequests } from '#server/limits/limit-rules.ts';

/** Archives take much of a core and of the disk: one at a time leaves the rest to everybody else. */
const MOST_WAITING = 20;
const RETRY_SECONDS = 10;

/** Makes and reads archives one after the other, at most one of each practitioner. */
export class ArchiveTurns {
  readonly #owners = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  /** Throws a TooManyRequests where the practitioner waits already, or too many others do. */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#owners.has(owner) || this.#owners.size >= MOST_WAITING) throw new TooManyRequests(RETRY_SECONDS);
    this.#owners.add(owner);
    const turn = this.#last.then(work).finally(() => this.#owners.delete(owner));
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
