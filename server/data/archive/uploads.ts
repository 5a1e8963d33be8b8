import { setTimeout as sleep } from 'node:timers/promises';
import type { IncomingMessage } from 'node:http';
import { conflict } from '#domain/errors.ts';
import { type Bounds, receiveFile } from '#server/data/archive/receive-file.ts';
import type { Spool } from '#server/data/archive/spool.ts';
import { hangUpSoon } from '#server/ground/http/bodies.ts';

/**
 * After this long without a byte an upload counts as broken: its sender may have lost the connection and tries again.
 */
const SEEMS_BROKEN_MS = 5000;
/** How long a new upload waits for the end of the last one: that its sender has stopped it can be noticed late. */
const PATIENCE_MS = 2000;
const BUSY = 'Предыдущий файл ещё загружается. Дождитесь конца или остановите ту загрузку и\u00A0попробуйте ещё раз.';

interface Upload {
  heardMs: number;
  end: AbortController;
  over: Promise<unknown>;
}

/** Receives one file at a time from each account, on each node. */
export class Uploads {
  readonly #dataDir: string;
  readonly #times: { seemsBrokenMs: number; patienceMs: number };
  readonly #running = new Map<string, Upload>();

  constructor(dataDir: string, times = { seemsBrokenMs: SEEMS_BROKEN_MS, patienceMs: PATIENCE_MS }) {
    this.#dataDir = dataDir;
    this.#times = times;
  }

  /**
   * Receives a file. Throws a 409 beside another upload of the account, unless that one is broken, which ends it;
   * otherwise as `receiveFile`.
   */
  async receive(owner: string, stream: IncomingMessage, bounds: Partial<Bounds> = {}): Promise<Spool> {
    for (let other = this.#running.get(owner); other; other = this.#running.get(owner)) {
      await Promise.race([other.over, sleep(this.#times.patienceMs, undefined, { ref: false })]);
      if (this.#running.get(owner) !== other) continue;
      if (performance.now() - other.heardMs < this.#times.seemsBrokenMs) {
        hangUpSoon(stream);
        throw conflict(BUSY);
      }
      other.end.abort();
      await other.over;
    }
    const end = new AbortController();
    const upload: Upload = { heardMs: performance.now(), end, over: Promise.resolve() };
    const heard = (): void => void (upload.heardMs = performance.now());
    this.#running.set(owner, upload);
    const received = receiveFile(stream, this.#dataDir, { ...bounds, signal: end.signal, heard }).finally(() =>
      this.#running.delete(owner),
    );
    upload.over = received.catch(() => undefined);
    return received;
  }
}
