import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import { SLOW } from '#bench/web/bars.ts';

export interface Exchange {
  url: string;
  /** As the browser calls it: 'Document', 'Script', 'Stylesheet', 'Font', 'Fetch' … */
  type: string;
  /** What came over the line: head and compressed body … */
  bytes: number;
  /** … and the body alone. */
  body: number;
  /** By the browser's clock, in seconds. */
  begun: number;
  ended: number;
  /** When its head had come; what the page does with it is later. */
  responded: number;
}

/** What screens read. */
const READING = /\/api\/(?:start|collections\/\w+\/records)\b/;

/** What the head of a page asks for, its first lists. */
const STARTED = /\/api\/start\b/;

/** Fetched ahead behind the first screen: a press needs no further download. */
export const DIALOGS = /\/dialogs-/;

/** How long nothing may be under way before a page counts as being there. */
const QUIET = 800;
const PATIENCE = 60_000;
const LOOK_EVERY = 50;
const BYTES_PER_MEGABIT = 125_000;

/** Counts what a page asks for and what it gets, by the browser's own books. */
export class Traffic {
  readonly line: CDPSession;
  readonly #exchanges = new Map<string, Exchange>();
  /** Of each request, the document that sent it. */
  readonly #underWay = new Map<string, string>();
  #document = '';
  #changed = performance.now();

  private constructor(line: CDPSession) {
    this.line = line;
    line.on('Network.requestWillBeSent', ({ requestId, loaderId, request, timestamp, type = '' }) => {
      // What stands in the page itself crosses no line, and a stream has no end.
      if (request.url.startsWith('data:') || type === 'EventSource') return;
      this.#exchanges.set(requestId, {
        url: request.url,
        type,
        bytes: 0,
        body: 0,
        begun: timestamp,
        ended: 0,
        responded: Infinity,
      });
      this.#underWay.set(requestId, loaderId);
      if (type === 'Document') this.#document = loaderId;
      this.#changed = performance.now();
    });
    line.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
      const exchange = this.#exchanges.get(requestId);
      if (exchange) Object.assign(exchange, { body: -response.encodedDataLength, responded: timestamp });
    });
    line.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
      this.#end(requestId, timestamp, encodedDataLength),
    );
    line.on('Network.loadingFailed', ({ requestId, timestamp }) => this.#end(requestId, timestamp, 0));
  }

  /** From now on; call it before the page goes anywhere. */
  static async of(page: Page): Promise<Traffic> {
    const line = await page.context().newCDPSession(page);
    const traffic = new Traffic(line);
    await line.send('Network.enable');
    return traffic;
  }

  /** Puts the page on a slow line and a slow machine. */
  async slowDown(): Promise<void> {
    const throughput = SLOW.megabits * BYTES_PER_MEGABIT;
    await this.line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW.latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await this.line.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
  }

  get exchanges(): readonly Exchange[] {
    return [...this.#exchanges.values()];
  }

  /** Every list that was read, when and by whatever. */
  get reads(): readonly Exchange[] {
    return this.exchanges.filter(({ url }) => READING.test(url));
  }

  /** All requests that begin before the first lists have come: those that come along with the page, where there are any. */
  get waitedFor(): readonly Exchange[] {
    const started = this.reads.filter(({ url }) => STARTED.test(url));
    const whole = Math.max(...(started.length > 0 ? started : this.reads).map(({ ended }) => ended));
    return Number.isFinite(whole) ? this.exchanges.filter(({ begun }) => begun < whole) : this.exchanges;
  }

  /** Waits until nothing more is asked for. */
  async quiet(): Promise<void> {
    const deadline = performance.now() + PATIENCE;
    // The browser does not say that requests of a page that was left have ended.
    const busy = () => this.#underWay.values().some((document) => document === this.#document);
    while (busy() || performance.now() - this.#changed < QUIET) {
      if (performance.now() > deadline) throw new Error('the page never comes to rest');
      await setTimeout(LOOK_EVERY);
    }
  }

  #end(requestId: string, ended: number, bytes: number): void {
    const exchange = this.#exchanges.get(requestId);
    if (exchange) {
      exchange.bytes = bytes;
      exchange.ended = ended;
      exchange.body += bytes;
    }
    this.#underWay.delete(requestId);
    this.#changed = performance.now();
  }
}

/** All that came over the line. */
export function bytesOf(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The compressed bodies of one type. */
export function weightOf(exchanges: readonly Exchange[], type: string): number {
  return exchanges.filter((one) => one.type === type).reduce((sum, { body }) => sum + body, 0);
}

export function foreign(exchanges: readonly Exchange[], origin: string): Exchange[] {
  return exchanges.filter(({ url }) => new URL(url).origin !== origin);
}
