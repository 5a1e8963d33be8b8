import type { ServerResponse } from 'node:http';
import { type Actor, GUEST } from '#server/identity/actor.ts';
import { randomText } from '#server/identity/record-id.ts';
import type { Topic } from '#server/records/realtime/topic.ts';

/** What may wait for a reader: whoever is slower than that is dropped and asks again. */
const LONGEST_BACKLOG = { bytes: 1024 * 1024, events: 1000 } as const;

const ID_LENGTH = 40;

/** One open answer of `GET /api/realtime`. */
export class EventStream {
  /** Over 170 random bits behind the prefix: whoever knows it may say what the stream is told. */
  readonly id: string;
  readonly address: string;
  actor: Actor = GUEST;
  topics: readonly Topic[] = [];
  /** What was asked for last, while it is not yet known whether it may be. */
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

  onClose(listener: () => void): void {
    this.#response.on('close', listener);
  }

  /** Runs the making of an event after those before it, so that events keep their order. */
  enqueue(run: () => Promise<void>): void {
    if (this.#waiting >= LONGEST_BACKLOG.events) return this.drop();
    this.#waiting += 1;
    this.#last = this.#runAfter(this.#last, run);
  }

  /** Every event repeats the stream's id: the SDK reads it from there. `json` is in one line. */
  send(event: string, json: string): void {
    this.#write(`id:${this.id}\nevent:${event}\ndata:${json}\n\n`);
  }

  /** A comment: no event, but proof to everybody on the way that somebody is there. */
  beat(): void {
    this.#write(':\n\n');
  }

  /** Ends politely: what was written arrives. */
  end(): void {
    if (this.open) this.#response.end();
  }

  /** Ends at once: nothing more is sent, not even what waits. */
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
