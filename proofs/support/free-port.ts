import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Returns a free port below those that systems give to outgoing connections, which could take it before it is used. */
export function freePort(): Promise<number> {
  const port = randomInt(12_000, 30_000);
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(freePort()) : reject(error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}
