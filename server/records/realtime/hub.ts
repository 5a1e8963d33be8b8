import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { AppError, badRequest } from '#domain/errors.ts';
import { neighbourhoodOf, networkOf } from '#server/http/address.ts';
import type { Context } from '#server/context.ts';
import { TooManyRequests } from '#server/limits/limits.ts';
import { describeError } from '#server/process/log.ts';
import { OwnerShare } from '#server/limits/owner-share.ts';
import type { Actor, OwnerId, SignedIn } from '#server/identity/actor.ts';
import { tooLong } from '#server/http/field-error.ts';
import type { AccessEvent, RecordEvent } from '#server/events/events.ts';
import { EventAnswers, EventTooExpensive } from '#server/records/realtime/event-answers.ts';
import { EventStream } from '#server/records/realtime/event-stream.ts';
import type { Topic } from '#server/records/realtime/topic.ts';

/** How long publishing to streams can run before other work gets a turn. */
const LONGEST_TURN_MS = 10;
/** Streams that missed something end one after the other, so that their readers do not all reconnect at once. */
const ASK_AGAIN_WITHIN_MS = 1000;

const RETRY_SECONDS = 10;

/** The share of the thread's time for the topics of one account: far more than screens ever need. */
const SHARE = { burstMs: 1000, restTimes: 9 } as const;

export interface HubOptions {
  streams: number;
  streamsPerAccount: number;
  /** More than an office behind one address has open. */
  streamsPerAddress: number;
  /** Of all streams of an account together. */
  topicsPerAccount: number;
  heartbeatMs: number;
  /** Returns which of these sign-ins still exist. */
  livingSignIns(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The open streams of this process and their topics. */
export class Hub {
  readonly #context: Context;
  readonly #options: HubOptions;
  readonly #streams = new Map<string, EventStream>();
  /** The streams of each account, oldest first: an event goes only to those of its owner. */
  readonly #byOwner = new Map<string, Set<EventStream>>();
  readonly #byNetwork = new Map<string, Set<EventStream>>();
  readonly #stops: (() => void)[];
  readonly #share = new OwnerShare(SHARE);
  #closed = false;
  #asking = false;
  #turn: Promise<void> = Promise.resolve();
  #turnBegan = 0;

  constructor(context: Context, options: HubOptions) {
    this.#context = context;
    this.#options = options;
    const heartbeat = setInterval(() => this.#beat(), options.heartbeatMs).unref();
    this.#stops = [
      () => clearInterval(heartbeat),
      context.events.onRecord((event) => this.#tell(event)),
      context.events.onAccessEnded((event) => this.#endAccess(event)),
      context.events.onMissed(() => this.#haveAllAskAgain()),
    ];
  }

  /**
   * Opens a stream, whose first event holds its id. At a limit, ends a guest's stream to make room, and at the limit of
   * all streams otherwise the oldest of the largest neighbourhood; throws if no stream can end.
   */
  open(response: () => ServerResponse, address: string): void {
    if (this.#closed) throw tooManyStreams();
    const network = networkOf(address);
    const own = this.#byNetwork.get(network) ?? new Set<EventStream>();
    if (own.size >= this.#options.streamsPerAddress && !this.#endGuest(own)) throw new TooManyRequests(RETRY_SECONDS);
    if (this.#streams.size >= this.#options.streams && !this.#makeRoom(address)) throw tooManyStreams();
    const stream = new EventStream(response(), address, this.#context.peers?.prefix ?? '');
    this.#streams.set(stream.id, stream);
    this.#byNetwork.set(network, own.add(stream));
    stream.onClose(() => this.#forget(stream));
    stream.send('PB_CONNECT', JSON.stringify({ clientId: stream.id }));
  }

  #endGuest(streams: Iterable<EventStream>): boolean {
    for (const stream of streams) {
      if (stream.actor.kind !== 'guest') continue;
      this.#remove(stream);
      return true;
    }
    return false;
  }

  #makeRoom(address: string): boolean {
    if (this.#endGuest(this.#streams.values())) return true;
    const sizes = new Map<string, number>();
    for (const stream of this.#streams.values()) {
      const place = neighbourhoodOf(stream.address);
      sizes.set(place, (sizes.get(place) ?? 0) + 1);
    }
    const [[largest, size] = ['', 0]] = [...sizes].toSorted(([, a], [, b]) => b - a);
    if (size <= (sizes.get(neighbourhoodOf(address)) ?? 0) + 1) return false;
    for (const stream of this.#streams.values()) {
      if (neighbourhoodOf(stream.address) !== largest) continue;
      this.#remove(stream);
      return true;
    }
    return false;
  }

  holds(id: string): boolean {
    return this.#streams.has(id);
  }

  /** Returns the stream that the caller can subscribe: by its id, from the same address, as the same account. */
  find(id: string, address: string, actor: Actor): EventStream {
    const stream = this.#streams.get(id);
    if (!stream?.open) throw missingStream();
    if (stream.address !== address) throw badRequest('Invalid realtime client.');
    const { actor: before } = stream;
    if (before.kind === 'user' && !(actor.kind === 'user' && actor.owner === before.owner)) {
      throw new AppError(403, "The current and the previous request authorization don't match.");
    }
    return stream;
  }

  /** Returns the topics of the account's other streams. Throws a 400 if `more` of them exceed the limit. */
  otherTopics(stream: EventStream, owner: OwnerId, more: number): Topic[] {
    const others = [...(this.#byOwner.get(owner) ?? [])].filter((other) => other !== stream);
    const { topicsPerAccount } = this.#options;
    const topics = others.flatMap(({ wanted }) => wanted);
    if (topics.length + more <= topicsPerAccount) return [...topics, ...stream.wanted];
    const message = `The streams of an account may have no more than ${topicsPerAccount} topics together.`;
    throw badRequest(message, { subscriptions: { ...tooLong(topicsPerAccount), message } });
  }

  /**
   * Replaces the topics of a stream. Its owner changes at once, so that it ends with the sign-in; its topics change
   * after a check of the sign-in, which can have ended since the request began.
   */
  async subscribe(stream: EventStream, actor: Actor, topics: readonly Topic[]): Promise<void> {
    if (stream.actor.kind === 'guest') stream.topics = [];
    stream.wanted = topics;
    stream.actor = actor;
    if (actor.kind === 'user') {
      this.#admit(stream, actor);
      const living = await this.#options.livingSignIns([actor.signIn]);
      if (!living.has(actor.signIn)) this.#remove(stream);
      if (!stream.open) throw missingStream();
    }
    if (stream.wanted === topics) stream.topics = topics;
  }

  /** Adds a stream to those of its account; too many end the oldest. */
  #admit(stream: EventStream, { owner }: SignedIn): void {
    const own = this.#byOwner.get(owner) ?? new Set();
    this.#byOwner.set(owner, own.add(stream));
    const [oldest] = own;
    if (own.size > this.#options.streamsPerAccount && oldest) this.#remove(oldest);
  }

  /** Ends every stream; readers reconnect, to another node or after a restart. */
  close(): void {
    this.#closed = true;
    for (const stop of this.#stops) stop();
    for (const stream of this.#streams.values()) stream.end();
  }

  #tell(event: RecordEvent): void {
    const answers = new EventAnswers(this.#context, event, this.#share);
    for (const stream of this.#byOwner.get(event.owner) ?? []) {
      stream.enqueue(async () => {
        try {
          await this.#deliver(stream, event, answers);
        } catch (error) {
          const { log } = this.#context;
          if (error instanceof EventTooExpensive) log.warn('the topics of an account cost too much: its stream ends');
          else log.error({ error: describeError(error) }, 'an event was not told');
          // Its reader reconnects and reloads.
          this.#remove(stream);
        }
      });
    }
  }

  async #deliver(stream: EventStream, event: RecordEvent, answers: EventAnswers): Promise<void> {
    await this.#letOthersIn();
    for (const topic of topicsOf(stream, event)) {
      const { actor } = stream;
      if (!stream.open) return;
      if (!this.#mayReceive(actor, event)) return this.#remove(stream);
      const answer = await answers.to(topic, actor);
      // A stream that was given its topics again meanwhile has the same one as another object.
      if (answer !== null && stream.topics.some(({ name }) => name === topic.name)) stream.send(topic.name, answer);
      if (performance.now() - this.#turnBegan > LONGEST_TURN_MS) await this.#letOthersIn();
    }
  }

  /** Resolves in a turn of the event loop of its own for each caller: immediates set together run together. */
  #letOthersIn(): Promise<void> {
    this.#turn = this.#turnAfter(this.#turn);
    return this.#turn;
  }

  async #turnAfter(before: Promise<void>): Promise<void> {
    await before;
    await setImmediate();
    this.#turnBegan = performance.now();
  }

  /** Checked for every event, because rights end while a stream is open. */
  #mayReceive(actor: Actor, event: RecordEvent): actor is SignedIn {
    return actor.kind === 'user' && actor.owner === event.owner && !this.#expired(actor);
  }

  #expired(actor: Actor): boolean {
    return actor.kind === 'user' && actor.expiresAt * 1000 <= this.#context.now().epochMilliseconds;
  }

  #endAccess({ user, signIn }: AccessEvent): void {
    for (const stream of this.#byOwner.get(user) ?? []) {
      const { actor } = stream;
      if (signIn === undefined || (actor.kind === 'user' && actor.signIn === signIn)) this.#remove(stream);
    }
  }

  /** Missed events are not published again: every reader reconnects and reloads. */
  #haveAllAskAgain(): void {
    for (const stream of this.#streams.values()) {
      setTimeout(() => stream.end(), Math.random() * ASK_AGAIN_WITHIN_MS).unref();
    }
  }

  #beat(): void {
    for (const stream of this.#streams.values()) {
      // Its reader reconnects with its current token.
      if (this.#expired(stream.actor)) this.#remove(stream);
      else stream.beat();
    }
    void this.#endRevoked();
  }

  /** Another process can end a sign-in: one query checks all streams, and only one runs at a time. */
  async #endRevoked(): Promise<void> {
    const signIns = [...this.#byOwner.values()].flatMap((streams) =>
      [...streams].flatMap(({ actor }) => signInOf(actor)),
    );
    if (this.#asking || signIns.length === 0) return;
    this.#asking = true;
    try {
      const living = await this.#options.livingSignIns([...new Set(signIns)]);
      const ended = new Set(signIns.filter((signIn) => !living.has(signIn)));
      for (const stream of this.#streams.values()) {
        if (signInOf(stream.actor).some((signIn) => ended.has(signIn))) this.#remove(stream);
      }
    } catch (error) {
      this.#context.log.warn({ error: describeError(error) }, 'sign-ins of streams were not looked up');
    } finally {
      this.#asking = false;
    }
  }

  #remove(stream: EventStream): void {
    stream.drop();
    this.#forget(stream);
  }

  #forget(stream: EventStream): void {
    this.#streams.delete(stream.id);
    const network = networkOf(stream.address);
    const near = this.#byNetwork.get(network);
    near?.delete(stream);
    if (near?.size === 0) this.#byNetwork.delete(network);
    if (stream.actor.kind !== 'user') return;
    const own = this.#byOwner.get(stream.actor.owner);
    own?.delete(stream);
    if (own?.size === 0) this.#byOwner.delete(stream.actor.owner);
  }
}

function tooManyStreams(): AppError {
  return new AppError(503, 'Too many open streams.');
}

function missingStream(): AppError {
  return new AppError(404, 'Missing or invalid client id.');
}

function signInOf(actor: Actor): string[] {
  return actor.kind === 'user' ? [actor.signIn] : [];
}

function topicsOf({ topics }: EventStream, { collection, id }: RecordEvent): Topic[] {
  return topics.filter(
    (topic) => topic.collection.name === collection && (topic.record === '*' || topic.record === id),
  );
}
