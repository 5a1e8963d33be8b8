import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

const CREATED = 'fastify.initialization';

/** A route as registered with the router: 'GET /api/health'. */
export type LiveRoute = `${string} ${string}`;

/** Starts something and lists every route registered meanwhile, by any plugin. */
export async function collectRoutes<Started>(
  start: () => Promise<Started>,
): Promise<{ started: Started; routes: LiveRoute[] }> {
  const routes: LiveRoute[] = [];
  const listen = (message: unknown): void => {
    if (!isCreation(message)) return;
    message.fastify.addHook('onRoute', ({ method, url }) => {
      for (const verb of [method].flat()) routes.push(`${verb} ${url}`);
    });
  };
  subscribe(CREATED, listen);
  try {
    return { started: await start(), routes };
  } finally {
    unsubscribe(CREATED, listen);
  }
}

function isCreation(message: unknown): message is { fastify: FastifyInstance } {
  return typeof message === 'object' && message !== null && 'fastify' in message;
}
