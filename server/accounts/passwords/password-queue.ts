import { networkOf, widerNetworks } from '#server/ground/http/address.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';

/** The unauthenticated caller of expensive work. */
export interface Asker {
  /** The widest network that a provider may assign to one customer. */
  network: string;
  /** True where the caller's address is known to the account in question. */
  known: boolean;
}

export function askerAt(address: string, known: boolean): Asker {
  return { network: widerNetworks(address)?.wider ?? networkOf(address), known };
}

export interface QueueLimits {
  atOnce: number;
  /** The most callers in each queue: those from known addresses, and all others. */
  waiting: { known: number; others: number };
  /** The most waiting callers from one network. */
  perNetwork: number;
}

/**
 * Limits how much expensive work runs at once. Callers from known addresses go first and have a queue of their own, and
 * each network has a few places, so that a flood does not lock known users out.
 */
export class PasswordQueue {
  readonly #limits: QueueLimits;
  readonly #waiting = { known: new Set<() => void>(), others: new Set<() => void>() };
  readonly #byNetwork = new Map<string, number>();
  #running = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Runs the work when its turn comes. Throws a TooManyRequests where the queue is full. */
  async run<Result>(asker: Asker | null, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limits.atOnce) this.#running += 1;
    else await this.#wait(asker);
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  async #wait(asker: Asker | null): Promise<void> {
    const kind = asker?.known ? 'known' : 'others';
    const network = asker?.network ?? '';
    const near = this.#byNetwork.get(network) ?? 0;
    const full = this.#waiting[kind].size >= this.#limits.waiting[kind];
    if (full || (asker && near >= this.#limits.perNetwork)) throw new TooManyRequests(1);
    this.#byNetwork.set(network, near + 1);
    await new Promise<void>((start) => this.#waiting[kind].add(start));
    const left = (this.#byNetwork.get(network) ?? 1) - 1;
    if (left > 0) this.#byNetwork.set(network, left);
    else this.#byNetwork.delete(network);
  }

  /** Hands the finished caller's place to the next in the queue. */
  #passOn(): void {
    for (const waiting of [this.#waiting.known, this.#waiting.others]) {
      for (const start of waiting) {
        waiting.delete(start);
        start();
        return;
      }
    }
    this.#running -= 1;
  }
}
