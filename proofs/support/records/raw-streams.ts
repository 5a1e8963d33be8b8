import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody } from '#server/ground/http/error-response.ts';

/** Waits for an event that comes in its own time. */
export async function eventually(check: () => boolean, what: string): Promise<void> {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; await sleep(10)) if (check()) return;
  assert.fail(what);
}

/** A stream without the SDK, which keeps the received text. */
export class RawStream {
  text = '';
  ended = false;
  #response: IncomingMessage | null = null;
  readonly #request: ReturnType<typeof get>;

  constructor(url: string) {
    this.#request = get(`${url}/api/realtime`, (response) => {
      this.#response = response;
      response.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk));
      response.on('close', () => (this.ended = true)).on('error', () => undefined);
    });
    this.#request.on('error', () => (this.ended = true));
  }

  header(name: string): unknown {
    return this.#response?.headers[name];
  }

  async id(): Promise<string> {
    await eventually(() => this.text.includes('PB_CONNECT'), 'a stream begins with PB_CONNECT');
    return /"clientId":"([a-z0-9]+)"/.exec(this.text)?.[1] ?? '';
  }

  events(): string[] {
    return [...this.text.matchAll(/event:(.*)\n/g)].map(([, name]) => name ?? '');
  }

  pause(): void {
    this.#response?.pause();
  }

  close(): void {
    this.#request.destroy();
  }
}

/** Streams of one server without the SDK, and what they subscribe to. */
export class RawStreams {
  readonly #url: string;
  readonly #open: RawStream[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  open(): RawStream {
    const stream = new RawStream(this.#url);
    this.#open.push(stream);
    return stream;
  }

  async subscribe(body: object, token = ''): Promise<{ status: number; body: ErrorBody | null }> {
    const response = await fetch(`${this.#url}/api/realtime`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: response.status === 204 ? null : ((await response.json()) as ErrorBody) };
  }

  close(): void {
    for (const stream of this.#open) stream.close();
  }
}
