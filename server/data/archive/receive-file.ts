import type { IncomingMessage } from 'node:http';
import { AppError } from '#domain/errors.ts';
import { hangUpSoon } from '#server/ground/http/bodies.ts';
import { withoutDeadline } from '#server/ground/http/client-error.ts';
import { SenderLeft } from '#server/ground/http/sender-left.ts';
import { Spool } from '#server/data/archive/spool.ts';

export const MOST_BYTES = 1024 ** 3;
const LOOK_EVERY_MS = 1000;

/** How slow a sender may be, instead of the time limit of other requests. */
export const PACE = { silentMs: 10_000, bytesPerSecond: 16 * 1024 };

interface Bounds {
  mostBytes: number;
  pace: typeof PACE;
}

/**
 * Receives a file of any type into a spool, which the caller disposes of. Throws a 413 for a file that is too large and
 * a 408 for a sender that is too slow (OWN-02).
 */
export async function receiveFile(
  stream: IncomingMessage,
  dataDir: string,
  { mostBytes = MOST_BYTES, pace = PACE }: Partial<Bounds> = {},
): Promise<Spool> {
  const hurry = withoutDeadline(stream.socket);
  const spool = await Spool.open(dataDir);
  try {
    if (Number(stream.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
    await spoolAll(stream, spool, { mostBytes, pace });
    return spool;
  } catch (error) {
    await spool[Symbol.asyncDispose]();
    hangUpSoon(stream);
    throw error;
  } finally {
    hurry();
  }
}

async function spoolAll(
  stream: IncomingMessage,
  spool: Spool,
  { mostBytes, pace: { silentMs, bytesPerSecond } }: Bounds,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const began = performance.now();
  let lastAt = began;
  let received = 0;
  let written = Promise.resolve();
  const watch = setInterval(
    () => {
      const now = performance.now();
      const seconds = (now - began) / 1000;
      const isSlow = now - began > silentMs && received < bytesPerSecond * seconds;
      if (now - lastAt > silentMs || isSlow) reject(new AppError(408, 'The request took too long.'));
    },
    Math.min(LOOK_EVERY_MS, silentMs / 2),
  );
  const take = (chunk: Buffer): void => {
    lastAt = performance.now();
    if ((received += chunk.length) > mostBytes) return reject(tooLarge());
    stream.pause();
    written = written.then(() => spool.append(chunk));
    written.then(() => stream.resume(), reject);
  };
  const cut = (): void => reject(new SenderLeft());
  stream
    .on('data', take)
    // A paused stream ends with its last chunk, which may not be written yet.
    .once('end', () => void written.then(resolve, reject))
    .once('error', cut)
    .once('close', () => !stream.complete && cut());
  // The sender may have left before anybody listened.
  if (stream.destroyed) cut();
  try {
    await promise;
  } finally {
    clearInterval(watch);
    stream.off('data', take);
  }
}

function tooLarge(): AppError {
  return new AppError(413, 'Request entity too large.');
}
