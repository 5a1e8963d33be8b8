import type { IncomingMessage } from 'node:http';
import { AppError } from '#domain/errors.ts';
import { hangUpSoon } from '#server/ground/http/bodies.ts';
import { withoutDeadline } from '#server/ground/http/client-error.ts';
import { SenderLeft } from '#server/ground/http/arriving-bodies.ts';
import { type Pace, PACE, PaceWatch } from '#server/data/archive/pace.ts';
import { Spool } from '#server/data/archive/spool.ts';

export const MOST_BYTES = 1024 ** 3;
const LOOK_EVERY_MS = 1000;

export interface Bounds {
  mostBytes: number;
  pace: Pace;
  /** Aborts the upload as if the sender were too slow. */
  signal: AbortSignal | null;
  /** Called with each piece that arrives. */
  heard: () => void;
}

/**
 * Receives a file of any type into a spool, which the caller disposes of. Throws a 413 for a file that is too large and
 * a 408 for a sender that is too slow (OWN-02).
 */
export async function receiveFile(
  stream: IncomingMessage,
  dataDir: string,
  { mostBytes = MOST_BYTES, pace = PACE, signal = null, heard = () => undefined }: Partial<Bounds> = {},
): Promise<Spool> {
  const hurry = withoutDeadline(stream.socket);
  const spool = await Spool.open(dataDir);
  try {
    if (Number(stream.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
    await spoolAll(stream, spool, { mostBytes, pace, signal, heard });
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
  { mostBytes, pace, signal, heard }: Bounds,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const watch = new PaceWatch(pace, performance.now());
  let received = 0;
  let written = Promise.resolve();
  const giveUp = (): void => reject(new AppError(408, 'The request took too long.'));
  const looks = setInterval(
    () => watch.isTooSlow(performance.now()) && giveUp(),
    Math.min(LOOK_EVERY_MS, pace.silentMs / 2, pace.windowMs / 2),
  );
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
  const take = (chunk: Buffer): void => {
    watch.take(chunk.length, performance.now());
    heard();
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
    clearInterval(looks);
    signal?.removeEventListener('abort', giveUp);
    stream.off('data', take);
  }
}

function tooLarge(): AppError {
  return new AppError(413, 'Request entity too large.');
}
