import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { type AppError, badRequest, forbidden, notFound } from '#domain/errors.ts';
import type { RecordContext } from '#server/records/collection.ts';
import { endScope, type KeyScope, openedFor, withKeys } from '#server/ground/db/strict-keys.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { WindowCounter } from '#server/ground/limits/window-counter.ts';
import { describeError } from '#server/ground/process/log.ts';
import type { Actor, OwnerId, SignedIn } from '#server/ground/identity/actor.ts';
import { tooLong } from '#server/ground/http/field-error.ts';
import type { AccessEvent, RecordEvent } from '#server/ground/events/events.ts';
import { EventAnswers } from '#server/records/realtime/event-answers.ts';
import { EventStream } from '#server/records/realtime/event-stream.ts';
import { OpenStreams, type StreamLimits, tooManyStreams } from '#server/records/realtime/open-streams.ts';
import type { Topic } from '#server/records/realtime/topic.ts';

/** How long publishing to streams can run before other work gets a turn. */
const LONGEST_TURN_MS = 10;
/** Streams that missed something end one after the other, so that their readers do not all reconnect at once. */
const RECONNECT_WITHIN_MS = 1000;

/** Milliseconds of the thread for the topics of one account: far more than screens ever need. */
const SHARE = { name: 'events-account', points: 1000, seconds: 10 } as const;

export interface HubOptions extends StreamLimits {
  /** Of all streams of an account together. */
  topicsPerAccount: number;
  heartbeatMs: number;
  /** How the ids of streams begin, where other nodes must find this one by them. */
  streamPrefix?: string;
  /** Returns which of these sign-ins still exist. */
  livingSignIns(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Publishes events to the open streams of this process, by their topics and rights. */
export class Hub {
  readonly #context: RecordContext;
  readonly #options: HubOptions;
  readonly #streams: OpenStreams;
  readonly #stops: (() => void)[];
  readonly #share = new WindowCounter(SHARE);
  #closed = false;
  #asking = false;
  #turn: Promise<void> = Promise.resolve();
  #turnBegan = 0;

  constructor(context: RecordContext, options: HubOptions) {
    this.#context = context;
    this.#options = options;
    this.#streams = new OpenStreams(options);
    const heartbeat = setInterval(() => this.#beat(), options.heartbeatMs).unref();
    this.#stops = [
      () => clearInterval(heartbeat),
      context.events.onRecord((event) => this.#publish(event)),
      context.events.onAccessEnded((event) => this.#endAccess(event)),
      context.events.onMissed((owner) => this.#reconnect(owner)),
    ];
  }

  /** Opens a stream, whose first event holds its id. Throws where no stream can end to make room for it. */
  open(response: () => ServerResponse, address: string): void {
    if (this.#closed) throw tooManyStreams();
    this.#streams.makeRoom(address);
    const stream = new EventStream(response(), address, this.#options.streamPrefix ?? '');
    this.#streams.add(stream);
    const forget = (): void => void (stream.keys && endScope(stream.keys));
    // Again behind what is being delivered, which may have opened a key meanwhile.
    stream.onClose(() => (forget(), void stream.delivered.then(forget)));
    stream.send('PB_CONNECT', JSON.stringify({ clientId: stream.id }));
  }

  /** Returns the id of the open stream that begins so. */
  idOf(start: string): string | undefined {
    for (const { id } of this.#streams.all()) if (id.startsWith(start)) return id;
    return undefined;
  }

  holds(id: string): boolean {
    return this.#streams.get(id) !== undefined;
  }

  /** Returns the stream that the caller can subscribe: by its id, from the same address, as the same account. */
  find(id: string, address: string, actor: Actor): EventStream {
    const stream = this.#streams.get(id);
    if (!stream?.open) throw missingStream();
    if (stream.address !== address) throw badRequest('Invalid realtime client.');
    const { actor: before } = stream;
    if (before.kind === 'user' && !(actor.kind === 'user' && actor.owner === before.owner)) {
      throw forbidden("The current and the previous request authorization don't match.");
    }
    return stream;
  }

  /** Returns the topics of the account's other streams. Throws a 400 if `more` of them exceed the limit. */
  otherTopics(stream: EventStream, owner: OwnerId, more: number): Topic[] {
    const others = [...this.#streams.of(owner)].filter((other) => other !== stream);
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
  async subscribe(
    stream: EventStream,
    actor: Actor,
    topics: readonly Topic[],
    keys: KeyScope | null = null,
  ): Promise<void> {
    if (stream.actor.kind === 'guest') stream.topics = [];
    stream.wanted = topics;
    stream.actor = actor;
    stream.keys = keys;
    if (actor.kind === 'user') {
      this.#streams.assign(stream, actor);
      const living = await this.#options.livingSignIns([actor.signIn]);
      if (!living.has(actor.signIn)) this.#streams.remove(stream);
      if (!stream.open) throw missingStream();
    }
    if (stream.wanted === topics) stream.topics = topics;
  }

  /** Ends every stream; readers reconnect, to another node or after a restart. */
  close(): void {
    this.#closed = true;
    for (const stop of this.#stops) stop();
    for (const stream of this.#streams.all()) stream.end();
  }

  #publish(event: RecordEvent): void {
    const known = new Map<string, EventAnswers>();
    // Of the strict mode's sign-ins one can be locked while another is open.
    const answersFor = (keys: KeyScope | null): EventAnswers =>
      known.getOrInsertComputed(openedFor(keys), () => new EventAnswers(this.#context, event, this.#share));
    for (const stream of this.#streams.of(event.owner)) {
      stream.enqueue(async () => {
        try {
          await this.#deliver(stream, event, answersFor(stream.keys));
        } catch (error) {
          const { log } = this.#context;
          if (error instanceof TooManyRequests) log.warn('the topics of an account cost too much: its stream ends');
          else log.error({ error: describeError(error) }, 'an event was not published');
          // Its reader reconnects and reloads.
          this.#streams.remove(stream);
        }
      });
    }
  }

  async #deliver(stream: EventStream, event: RecordEvent, answers: EventAnswers): Promise<void> {
    await this.#letOthersIn();
    for (const topic of topicsOf(stream, event)) {
      const { actor } = stream;
      if (!stream.open) return;
      if (!this.#mayReceive(actor, event)) return this.#streams.remove(stream);
      const answer = await withKeys(keysOf(stream), () => answers.to(topic, actor));
      // After a new subscription meanwhile the topic is another object with the same name.
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
    for (const stream of this.#streams.of(user)) {
      const { actor } = stream;
      if (signIn === undefined || (actor.kind === 'user' && actor.signIn === signIn)) this.#streams.remove(stream);
    }
  }

  /** Missed events are not published again: every reader reconnects and reloads. */
  #reconnect(owner?: OwnerId): void {
    for (const stream of owner ? this.#streams.of(owner) : this.#streams.all()) {
      setTimeout(() => stream.end(), Math.random() * RECONNECT_WITHIN_MS).unref();
    }
  }

  #beat(): void {
    for (const stream of this.#streams.all()) {
      // Its reader reconnects with its current token.
      if (this.#expired(stream.actor)) this.#streams.remove(stream);
      else stream.beat();
    }
    void this.#endRevoked();
  }

  /** Another process can end a sign-in: one query checks all streams, and only one runs at a time. */
  async #endRevoked(): Promise<void> {
    const signIns = [...this.#streams.signedIn()].flatMap(({ actor }) => signInOf(actor));
    if (this.#asking || signIns.length === 0) return;
    this.#asking = true;
    try {
      const living = await this.#options.livingSignIns([...new Set(signIns)]);
      const ended = new Set(signIns.filter((signIn) => !living.has(signIn)));
      for (const stream of this.#streams.all()) {
        if (signInOf(stream.actor).some((signIn) => ended.has(signIn))) this.#streams.remove(stream);
      }
    } catch (error) {
      this.#context.log.warn({ error: describeError(error) }, 'sign-ins of streams were not looked up');
    } finally {
      this.#asking = false;
    }
  }
}

/** Uses the reader's keys, never the writer's. What did not open can open once another device gave the recovery code. */
function keysOf({ keys }: EventStream): KeyScope | null {
  if (keys?.own === 'locked') keys.own = null;
  return keys;
}

function missingStream(): AppError {
  return notFound('Missing or invalid client id.');
}

function signInOf(actor: Actor): string[] {
  return actor.kind === 'user' ? [actor.signIn] : [];
}

function topicsOf({ topics }: EventStream, { collection, id }: RecordEvent): Topic[] {
  return topics.filter(
    (topic) => topic.collection.name === collection && (topic.record === '*' || topic.record === id),
  );
}
