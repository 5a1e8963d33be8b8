import { connect, type Socket } from 'node:net';

/** One call, as it is sent. */
export interface Request {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: string;
  type?: string;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  /** As it came, head included. */
  raw: Buffer;
}

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/** The bytes of a request, with the headers that a browser at the same origin sends. */
export function encode({ method, path, body, type = 'application/json', token, headers = {} }: Request): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `User-Agent: ${BROWSER}`,
    'Accept: */*',
    'Accept-Language: ru-RU',
    ...(token === undefined ? [] : [`Authorization: ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/**
 * One connection that is kept open, with one call on it at a time. It reads no more of an answer than where it ends:
 * the load must never be what is slow.
 */
export class Connection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #received = 0;
  /** Bytes of the whole response; null while the head is incomplete, 'chunked' where only its last chunk marks the end. */
  #expected: number | 'chunked' | null = null;
  #waiting: PromiseWithResolvers<Answer> | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection.')));
  }

  static open(port: number): Promise<Connection> {
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(new Connection(socket)));
    socket.once('error', reject);
    return promise;
  }

  ask(bytes: string): Promise<Answer> {
    this.#waiting = Promise.withResolvers<Answer>();
    this.#socket.write(bytes);
    return this.#waiting.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    this.#expected ??= expectedBytes(this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks));
    if (this.#expected === null) return;
    const last = chunk.length >= LAST_CHUNK.length ? chunk : Buffer.concat(this.#chunks);
    const complete =
      this.#expected === 'chunked'
        ? last.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
        : this.#received >= this.#expected;
    if (!complete) return;
    const raw = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#received = 0;
    this.#expected = null;
    this.#waiting?.resolve({ status: Number(raw.toString('latin1', 9, 12)), raw });
  }
}

function expectedBytes(received: Buffer): number | 'chunked' | null {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  if (/^transfer-encoding: chunked/im.test(head)) return 'chunked';
  return end + HEAD_END.length + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
}

/** The body of a response as text. */
export function bodyOf({ raw }: Answer): string {
  const end = raw.indexOf(HEAD_END);
  const body = raw.subarray(end + HEAD_END.length);
  if (!/^transfer-encoding: chunked/im.test(raw.toString('latin1', 0, end))) return body.toString();
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const line = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, line), 16);
    if (size === 0) break;
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(parts).toString();
}

/** One call on a connection of its own; throws unless the status is 2xx. */
export async function askOnce(port: number, request: Request): Promise<string> {
  const connection = await Connection.open(port);
  try {
    const answer = await connection.ask(encode(request));
    const body = bodyOf(answer);
    if (answer.status >= 300) throw new Error(`${request.method} ${request.path}: ${answer.status} ${body}`);
    return body;
  } finally {
    connection.close();
  }
}

export interface Sample {
  perSecond: number;
  /** Milliseconds of each call, in order of size. */
  times: Float64Array;
  /** Of the last response, head included. */
  bytes: number;
}

/** How long calls are made: for some milliseconds, or so many of them. */
export type Amount = { ms: number } | { calls: number };

/** Calls `make(n)` for n = `from`, `from` + 1 … over connections that each wait for the response before the next call. */
export async function load(
  port: number,
  make: (at: number) => Request,
  { connections, amount, from }: { connections: number; amount: Amount; from: number },
): Promise<Sample> {
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const times: number[] = [];
  let next = from;
  let bytes = 0;
  const began = performance.now();
  const more = (): boolean => ('ms' in amount ? performance.now() - began < amount.ms : next - from < amount.calls);
  const work = async (connection: Connection): Promise<void> => {
    while (more()) {
      const request = make(next++);
      const encoded = encode(request);
      const sent = performance.now();
      const answer = await connection.ask(encoded);
      times.push(performance.now() - sent);
      bytes = answer.raw.length;
      if (answer.status >= 300) {
        throw new Error(`${request.method} ${request.path}: ${answer.status} ${bodyOf(answer).slice(0, 400)}`);
      }
    }
  };
  try {
    await Promise.all(open.map(work));
  } finally {
    for (const connection of open) connection.close();
  }
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: times.length / seconds, times: Float64Array.from(times).sort(), bytes };
}
