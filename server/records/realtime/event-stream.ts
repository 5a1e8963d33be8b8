import type { ServerResponse } from 'node:http';
import type { KeyScope } from '#server/ground/db/strict-keys.ts';
import { type Actor, GUEST } from '#server/ground/identity/actor.ts';
import { randomText } from '#server/ground/identity/record-id.ts';
import type { Topic } from '#server/records/realtime/topic.ts';

/** The most that waits for a reader: a slower reader's stream is dropped, and the reader reconnects. */
const LONGEST_BACKLOG = { bytes: 1024 * 1024, events: 1000 } as const;

const ID_LENGTH = 40;

/** One open response to `GET /api/realtime`. */
export class EventStream {
  /** Over 170 random bits after the prefix: a caller that knows the id can set the topics of the stream. */
  readonly id: string;
  readonly address: string;
  actor: Actor = GUEST;
  /** What opens the texts of its owner. */
  keys: KeyScope | null = null;
  topics: readonly Topic[] = [];
  /** The topics of the latest request, until its sign-in is checked. */
  wanted: readonly Topic[] = [];
  readonly #response: ServerResponse;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(response: ServerResponse, address: string, prefix: string) {
    this.id = prefix + randomText(ID_LENGTH - prefix.length);
    this.#response = response;
    this.address = address;
  }

  get open(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  /** Settles once nothing is being delivered. */
  get delivered(): Promise<void> {
    return this.#last;
  }

  onClose(listener: () => void): void {
    this.#response.on('close', listener);
  }

  /** Renders an event after those before it, so that events keep their order. */
  enqueue(run: () => Promise<void>): void {
    if (this.#waiting >= LONGEST_BACKLOG.events) return this.drop();
    this.#waiting += 1;
    this.#last = this.#runAfter(this.#last, run);
  }

  /** Every event repeats the stream's id, because the SDK reads it there. `json` has no line break. */
  send(event: string, json: string): void {
    this.#write(`id:${this.id}\nevent:${event}\ndata:${json}\n\n`);
  }

  /** Sends a comment, which is no event but keeps the connection open at every proxy on the way. */
  beat(): void {
    this.#write(':\n\n');
  }

  /** Ends the response after the data written so far. */
  end(): void {
    if (this.open) this.#response.end();
  }

  /** Closes the connection at once and discards the data that waits. */
  drop(): void {
    this.#response.destroy();
  }

  async #runAfter(before: Promise<void>, run: () => Promise<void>): Promise<void> {
    await before;
    this.#waiting -= 1;
    if (this.open) await run();
  }

  #write(text: string): void {
    if (!this.open) return;
    this.#response.write(text);
    if (this.#response.writableLength > LONGEST_BACKLOG.bytes) this.drop();
  }
}
