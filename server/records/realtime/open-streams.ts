import { type AppError, unavailable } from '#domain/errors.ts';
import { neighbourhoodOf, networkOf } from '#server/ground/http/address.ts';
import type { SignedIn } from '#server/ground/identity/actor.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import type { EventStream } from '#server/records/realtime/event-stream.ts';

const RETRY_SECONDS = 10;

export interface StreamLimits {
  streams: number;
  streamsPerAccount: number;
  /** More than an office behind one address has open. */
  streamsPerAddress: number;
}

/** The open streams of this process, found by id, account and network, and never more than their limits. */
export class OpenStreams {
  readonly #limits: StreamLimits;
  readonly #byId = new Map<string, EventStream>();
  /** The streams of each account, oldest first. */
  readonly #byOwner = new Map<string, Set<EventStream>>();
  readonly #byNetwork = new Map<string, Set<EventStream>>();

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  all(): Iterable<EventStream> {
    return this.#byId.values();
  }

  get(id: string): EventStream | undefined {
    return this.#byId.get(id);
  }

  of(owner: string): Iterable<EventStream> {
    return this.#byOwner.get(owner) ?? [];
  }

  /** Every stream of an account, none of a guest. */
  *signedIn(): Iterable<EventStream> {
    for (const streams of this.#byOwner.values()) yield* streams;
  }

  /**
   * Ends a guest's stream where the network has too many, and at the limit of all streams otherwise the oldest of the
   * largest neighbourhood. Throws if no stream can end.
   */
  makeRoom(address: string): void {
    const near = this.#byNetwork.get(networkOf(address)) ?? new Set<EventStream>();
    if (near.size >= this.#limits.streamsPerAddress && !this.#endGuest(near)) {
      throw new TooManyRequests(RETRY_SECONDS);
    }
    if (this.#byId.size < this.#limits.streams || this.#endGuest(this.all())) return;
    if (!this.#endOfLargest(neighbourhoodOf(address))) throw tooManyStreams();
  }

  add(stream: EventStream): void {
    this.#byId.set(stream.id, stream);
    this.#byNetwork.getOrInsertComputed(networkOf(stream.address), () => new Set()).add(stream);
    stream.onClose(() => this.#forget(stream));
  }

  /** Counts a stream among those of its account; too many end the oldest. */
  assign(stream: EventStream, { owner }: SignedIn): void {
    const own = this.#byOwner.getOrInsertComputed(owner, () => new Set()).add(stream);
    const [oldest] = own;
    if (own.size > this.#limits.streamsPerAccount && oldest) this.remove(oldest);
  }

  remove(stream: EventStream): void {
    stream.drop();
    this.#forget(stream);
  }

  #endGuest(streams: Iterable<EventStream>): boolean {
    for (const stream of streams) {
      if (stream.actor.kind !== 'guest') continue;
      this.remove(stream);
      return true;
    }
    return false;
  }

  #endOfLargest(own: string): boolean {
    const sizes = Map.groupBy(this.all(), ({ address }) => neighbourhoodOf(address));
    const [[, streams] = ['', []]] = [...sizes].toSorted(([, a], [, b]) => b.length - a.length);
    const [oldest] = streams;
    if (!oldest || streams.length <= (sizes.get(own)?.length ?? 0) + 1) return false;
    this.remove(oldest);
    return true;
  }

  #forget(stream: EventStream): void {
    this.#byId.delete(stream.id);
    deleteFrom(this.#byNetwork, networkOf(stream.address), stream);
    if (stream.actor.kind === 'user') deleteFrom(this.#byOwner, stream.actor.owner, stream);
  }
}

export function tooManyStreams(): AppError {
  return unavailable('Too many open streams.');
}

function deleteFrom(streams: Map<string, Set<EventStream>>, key: string, stream: EventStream): void {
  const set = streams.get(key);
  set?.delete(stream);
  if (set?.size === 0) streams.delete(key);
}
