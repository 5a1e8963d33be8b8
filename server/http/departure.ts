import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#domain/errors.ts';

/** A proxy that chooses nodes by their health asks at least this often. */
const ASKED_WITHIN_MS = 5000;
/** How long it may take to notice; what it sends meanwhile is served. */
const LEAVING_MS = 3000;

/**
 * Returns how a server leaves the proxies in front of it before it stops: it fails `/api/health` for three seconds while
 * it serves everything else. Where nothing asks for its health it leaves at once.
 */
export function departureOf(app: FastifyInstance): (leavingMs?: number) => Promise<void> {
  let asked = -Infinity;
  let leaving = false;
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url !== '/api/health') return;
    asked = performance.now();
    if (leaving) throw new AppError(503, 'The server is about to stop.');
  });
  return async (leavingMs = LEAVING_MS) => {
    leaving = true;
    if (performance.now() - asked < ASKED_WITHIN_MS) await sleep(leavingMs);
  };
}
