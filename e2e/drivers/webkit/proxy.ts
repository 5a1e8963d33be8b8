import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A header of BiDi's `network` module. */
export interface Header {
  name: string;
  value: { type: string; value: string };
}

/** What happens to an intercepted request. */
export interface Decision {
  fails?: boolean;
  status?: number;
  headers?: Header[];
  method?: string;
  url?: string;
  body?: { type: string; value: string };
}

type Emit = (method: string, params: object) => void;

/** How many response bodies are kept for journeys to read. */
const MOST_KEPT = 200;

/**
 * The proxy of one person's browser: adds headers, which the driver cannot do, reports the requests, and holds back
 * those that a journey has routes for.
 */
export class PersonsProxy {
  headers: Header[] = [];
  /** Where requests are held back for a decision: windows, or '*' for all. */
  readonly intercepts = new Map<string, readonly string[]>();
  isOffline = false;
  readonly bodies = new Map<string, Buffer>();
  /** Bodies of pending requests. */
  readonly sent = new Map<string, Buffer>();
  readonly #waiting = new Map<string, (decision: Decision) => void>();
  readonly #server = createServer((incoming, outgoing) => void this.#serve(incoming, outgoing));
  readonly #emit: Emit;
  readonly #window: () => { id: string; navigation: string | null };
  #count = 0;

  constructor(emit: Emit, window: () => { id: string; navigation: string | null }) {
    this.#emit = emit;
    this.#window = window;
  }

  /** A restarted browser of the same person uses the same proxy. */
  async start(): Promise<string> {
    if (!this.#server.listening) {
      this.#server.listen(0, '127.0.0.1');
      await once(this.#server, 'listening');
    }
    const address = this.#server.address() as AddressInfo;
    return `127.0.0.1:${address.port}`;
  }

  stop(): void {
    for (const decide of this.#waiting.values()) decide({ fails: true });
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Returns whether the request was waiting. */
  decide(id: string, decision: Decision): boolean {
    const decide = this.#waiting.get(id);
    this.#waiting.delete(id);
    decide?.(decision);
    return decide !== undefined;
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const id = `request-${(this.#count += 1)}`;
    const own = { request: id, timings: { requestTime: Date.now() } };
    outgoing.on('error', () => undefined);
    const fail = (): void => {
      this.#emit('network.fetchError', { context: this.#window().id, request: own, errorText: 'failed' });
      incoming.socket.destroy();
    };
    try {
      const body = await buffer(incoming);
      this.sent.set(id, body);
      const decision = await this.#announce(id, incoming, body);
      if (decision.fails === true || this.isOffline) return fail();
      if (decision.status !== undefined) return this.#give(own, decision, outgoing);
      await this.#pass(own, incoming, outgoing, body, decision);
    } catch {
      fail();
    } finally {
      this.sent.delete(id);
    }
  }

  async #announce(id: string, incoming: IncomingMessage, body: Buffer): Promise<Decision> {
    const { id: context, navigation } = this.#window();
    const destination = incoming.headers['sec-fetch-dest'] ?? '';
    const waits = [...this.intercepts].filter(([, windows]) => windows.length === 0 || windows.includes(context));
    const decision = Promise.withResolvers<Decision>();
    if (waits.length > 0) this.#waiting.set(id, decision.resolve);
    else decision.resolve({});
    this.#emit('network.beforeRequestSent', {
      context,
      navigation: destination === 'document' ? navigation : null,
      redirectCount: 0,
      isBlocked: waits.length > 0,
      ...(waits.length > 0 && { intercepts: waits.map(([intercept]) => intercept) }),
      initiator: { type: 'other' },
      timestamp: Date.now(),
      request: {
        request: id,
        url: incoming.url,
        method: incoming.method,
        headers: listed(incoming.headers),
        bodySize: body.length,
        destination: destination === 'empty' ? '' : destination,
        initiatorType: destination === 'empty' ? 'fetch' : null,
        timings: { requestTime: Date.now() },
      },
    });
    return decision.promise;
  }

  #give(own: object, decision: Decision, outgoing: ServerResponse): void {
    const headers = decision.headers ?? [];
    const bytes = decoded(decision.body);
    outgoing.writeHead(
      decision.status ?? 200,
      headers.flatMap(({ name, value }) => [name, value.value]),
    );
    outgoing.end(bytes);
    this.#finish(own, decision.status ?? 200, '', headers, bytes);
  }

  async #pass(
    own: { request: string },
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    decision: Decision,
  ): Promise<void> {
    const given = decision.headers
      ? Object.fromEntries(decision.headers.map((one) => [one.name, one.value.value]))
      : {};
    const added = Object.fromEntries(this.headers.map(({ name, value }) => [name, value.value]));
    const headers = { ...incoming.headers, ...given, ...added };
    const sent = decision.body ? decoded(decision.body) : body;
    const call = request(decision.url ?? incoming.url ?? '', {
      method: decision.method ?? incoming.method,
      headers: { ...headers, ...(decision.body && { 'content-length': String(sent.length) }) },
      agent: false,
    });
    outgoing.on('close', () => call.destroy());
    call.end(sent);
    const [response]: IncomingMessage[] = await once(call, 'response');
    if (response === undefined) throw new Error('no response');
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    outgoing.flushHeaders();
    const listing = listed(response.headers);
    this.#tellResponse(
      'network.responseStarted',
      own,
      response.statusCode ?? 0,
      response.statusMessage ?? '',
      listing,
      0,
    );
    const chunks: Buffer[] = [];
    for await (const chunk of response) {
      chunks.push(chunk);
      outgoing.write(chunk);
    }
    outgoing.end();
    const whole = Buffer.concat(chunks);
    this.#keep(own.request, whole);
    const { statusCode = 0, statusMessage = '' } = response;
    this.#tellResponse('network.responseCompleted', own, statusCode, statusMessage, listing, whole.length);
  }

  #finish(own: object, status: number, text: string, headers: Header[], body: Buffer): void {
    this.#keep(String(Reflect.get(own, 'request')), body);
    this.#tellResponse('network.responseStarted', own, status, text, headers, 0);
    this.#tellResponse('network.responseCompleted', own, status, text, headers, body.length);
  }

  #tellResponse(method: string, own: object, status: number, text: string, headers: Header[], bodySize: number): void {
    this.#emit(method, {
      context: this.#window().id,
      request: own,
      response: { status, statusText: text, headers, protocol: 'http/1.1', headersSize: 0, bodySize },
    });
  }

  #keep(id: string, body: Buffer): void {
    this.bodies.set(id, body);
    const [oldest] = this.bodies.keys();
    if (this.bodies.size > MOST_KEPT && oldest !== undefined) this.bodies.delete(oldest);
  }
}

function listed(headers: IncomingMessage['headers']): Header[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value: { type: 'string', value: String(value) } }));
}

function decoded(body: Decision['body']): Buffer {
  return Buffer.from(body?.value ?? '', body?.type === 'base64' ? 'base64' : 'utf8');
}
