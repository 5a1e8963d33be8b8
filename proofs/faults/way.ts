import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Way extends AsyncDisposable {
  url: string;
  open(): void;
  /** Refuses new connections; open ones stay. */
  refuse(): void;
  /** Cuts open connections and refuses new ones. */
  close(): void;
  /** Passes nothing on any more, and cuts nothing. */
  silence(): void;
}

/** Opens a TCP proxy to a database that tests can interrupt. */
export async function openWay(to: URL): Promise<Way> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((socket) => {
    if (!isOpen) return void socket.destroy();
    const onward = connect(Number(to.port), to.hostname);
    for (const [from, into] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined).on('close', () => into.destroy());
      from.pipe(into);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(to);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  const cut = (): void => sockets.forEach((socket) => void socket.destroy());
  return {
    url: url.href,
    open: () => void (isOpen = true),
    refuse: () => void (isOpen = false),
    silence: () => sockets.forEach((socket) => socket.unpipe().pause()),
    close() {
      isOpen = false;
      cut();
    },
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
