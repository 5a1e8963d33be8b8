import { networkOf, widerNetworks } from '#server/http/address.ts';
import { TooManyRequests } from '#server/limits/limits.ts';

/** Who asks for something expensive before anybody knows who it is. */
export interface Asker {
  /** The widest network that one customer of a provider may have to themselves. */
  network: string;
  /** Whether the account in question was signed in to from there. */
  known: boolean;
}

export function askerAt(address: string, known: boolean): Asker {
  return { network: widerNetworks(address)?.wider ?? networkOf(address), known };
}

export interface TurnLimits {
  atOnce: number;
  /** Of addresses that are known to the account in question, and of all others. */
  waiting: { known: number; others: number };
  /** Who waits of one network. */
  perNetwork: number;
}

/**
 * Has expensive work done a few at a time. Who is known goes first and has places of their own to wait at, and no
 * network has more than a few: a flood of strangers keeps nobody out who was here before.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #waiting = { known: new Set<() => void>(), others: new Set<() => void>() };
  readonly #byNetwork = new Map<string, number>();
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Runs it when its turn comes. Throws a TooManyRequests where too many wait. */
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

  /** Whose turn it is takes the place of who is done. */
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
