import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';

/** A proxy that chooses nodes by their health checks it at least this often. */
const ASKED_WITHIN_MS = 5000;
/** How long a proxy may take to notice; requests that it still sends are served. */
const LEAVING_MS = 3000;

/** Makes the proxies in front of the server stop sending requests before it stops. */
export class Departure {
  #asked = -Infinity;
  #leaving = false;

  /** Called by `/api/health`. Throws a 503 once the server leaves. */
  noteCheck(): void {
    this.#asked = performance.now();
    if (this.#leaving) throw new AppError(503, 'The server is about to stop.');
  }

  /** Makes health checks fail while everything else is served; returns immediately if no check came lately. */
  async leave(leavingMs: number = LEAVING_MS): Promise<void> {
    this.#leaving = true;
    if (performance.now() - this.#asked < ASKED_WITHIN_MS) await sleep(leavingMs);
  }
}
