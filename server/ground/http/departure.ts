import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#domain/errors.ts';

/** A proxy that chooses nodes by their health checks it at least this often. */
const ASKED_WITHIN_MS = 5000;
/** How long a proxy can take to notice; requests that it sends meanwhile are served. */
const LEAVING_MS = 3000;

/**
 * Returns a function that takes the server out of the proxies in front of it: `/api/health` fails for three seconds
 * while everything else is served. Without a recent health check it returns at once.
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
