import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, GUEST } from '#server/records/actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, put here by an `onRequest` hook of `server/accounts/`; null where nobody looked. */
    actor: Actor | null;
  }
}

/** Makes room for the actor on every request; may be called more than once. */
export function decorateWithActor(app: FastifyInstance): void {
  if (!app.hasRequestDecorator('actor')) app.decorateRequest('actor', null);
}

export function actorOf(request: FastifyRequest): Actor {
  return request.actor ?? GUEST;
}
