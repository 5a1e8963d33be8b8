import type { OwnerId } from '#server/records/actor.ts';
import { TooManyRequests } from '#server/limits.ts';

/** Of the ten connections of a node: the others stay free for what takes a moment. */
const MOST_AT_ONCE = 4;
/** A person who types into a search has one that counts and one that came before. */
const MOST_AT_ONCE_OF_AN_OWNER = 2;
const MOST_WAITING_OF_AN_OWNER = 20;

interface Waiting {
  owner: OwnerId;
  begin: () => void;
}

/**
 * Lists that read every record of a practice, each of which holds a connection for as long as it takes: few at once, and
 * so that none of the practices waits for the lists of another alone (429 for who asks for more than may wait).
 */
export class DearReads {
  readonly #running = new Map<OwnerId, number>();
  /** In the order in which they came. */
  readonly #waiting: Waiting[] = [];

  async run<Result>(owner: OwnerId, read: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.filter((one) => one.owner === owner).length >= MOST_WAITING_OF_AN_OWNER) {
      throw new TooManyRequests(1);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ owner, begin: resolve });
    this.#beginNext();
    await promise;
    try {
      return await read();
    } finally {
      this.#count(owner, -1);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    const running = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    if (running >= MOST_AT_ONCE) return;
    const place = this.#waiting.findIndex(({ owner }) => (this.#running.get(owner) ?? 0) < MOST_AT_ONCE_OF_AN_OWNER);
    const [next] = place < 0 ? [] : this.#waiting.splice(place, 1);
    if (!next) return;
    this.#count(next.owner, 1);
    next.begin();
  }

  #count(owner: OwnerId, change: 1 | -1): void {
    const count = (this.#running.get(owner) ?? 0) + change;
    if (count === 0) this.#running.delete(owner);
    else this.#running.set(owner, count);
  }
}
