import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

const BYTES_A_SECOND = 200 * 1024;
const ONE_WAY_MS = 75;
/** What goes over the line at once, so that connections share it. */
const PIECE = 4 * 1024;

/** A line of 150 ms and 200 KB/s in front of a server, shared by all connections. */
export class SlowLine {
  readonly url: string;
  /** When the first byte since `rest` was asked for, by the clock of pages. */
  firstAskedAt = 0;
  readonly #server: Server;
  #freeAt = 0;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async open(target: string): Promise<SlowLine> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the line has no port');
    const line = new SlowLine(server, address.port);
    server.on('connection', (near) => line.#join(near, connect(Number(new URL(target).port), '127.0.0.1')));
    return line;
  }

  rest(): void {
    this.firstAskedAt = 0;
  }

  [Symbol.dispose](): void {
    this.#server.close();
  }

  #join(near: Socket, far: Socket): void {
    near.on('data', (bytes) => {
      if (this.firstAskedAt === 0) this.firstAskedAt = Date.now();
      setTimeout(() => far.write(bytes), ONE_WAY_MS);
    });
    far.on('data', (bytes: Buffer) => {
      for (let at = 0; at < bytes.length; at += PIECE) this.#deliver(near, bytes.subarray(at, at + PIECE));
    });
    far.on('end', () => this.#later(0, () => near.end()));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => setTimeout(() => other.destroy(), ONE_WAY_MS));
    }
  }

  #deliver(near: Socket, piece: Buffer): void {
    this.#later(piece.length, () => near.write(piece));
  }

  #later(bytes: number, act: () => void): void {
    const now = performance.now();
    this.#freeAt = Math.max(now, this.#freeAt) + (bytes / BYTES_A_SECOND) * 1000;
    setTimeout(act, this.#freeAt - now + ONE_WAY_MS);
  }
}
