import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

const FOLDER = join(import.meta.dirname, 'certificate');

/** The self-signed certificate of a server named localhost. */
export const CERTIFICATE = join(FOLDER, 'cert.pem');
export const PRIVATE_KEY = join(FOLDER, 'key.pem');
/** Others for the same name and key: of January 2020, and of January 2999. */
export const EXPIRED = join(FOLDER, 'expired.pem');
export const NOT_YET_VALID = join(FOLDER, 'not-yet-valid.pem');

export interface TlsFront extends AsyncDisposable {
  port: number;
  /** The number of encrypted connections. */
  encrypted: number;
}

/** Starts a TLS proxy in front of a PostgreSQL on loopback; it refuses clear text. */
export async function startTlsFront(port: number): Promise<TlsFront> {
  const [key, cert] = [readFileSync(PRIVATE_KEY), readFileSync(CERTIFICATE)];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket.on('error', () => undefined));
    return socket;
  };
  const server = createServer((socket) => {
    keep(socket).once('data', () => {
      socket.pause();
      socket.write('S');
      const plain = new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined);
      plain.once('secure', () => (front.encrypted += 1));
      plain.pipe(keep(connect(port, '127.0.0.1'))).pipe(plain);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const front: TlsFront = {
    port: typeof address === 'object' && address ? address.port : 0,
    encrypted: 0,
    async [Symbol.asyncDispose]() {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return front;
}
