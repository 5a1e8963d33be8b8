import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { describeDevice } from '#server/http/device.ts';
import { type Actor, GUEST, type Origin, type SignedIn } from '#server/identity/actor.ts';

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

/** The caller of a route that is for practitioners alone. Throws a 401 for a guest. */
export function signedInOf(request: FastifyRequest): SignedIn {
  const actor = actorOf(request);
  if (actor.kind === 'guest') throw new AppError(401, 'The request requires valid record authorization token.');
  return actor;
}

/** Where a request comes from. */
export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, device: describeDevice(request.headers['user-agent']) };
}
