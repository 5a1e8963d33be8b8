import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { describeDevice } from '#server/ground/http/device.ts';
import { type Actor, GUEST, type Origin, type SignedIn } from '#server/ground/identity/actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set by an `onRequest` hook of `server/accounts/`; null on routes without it. */
    actor: Actor | null;
  }
}

/** Makes room for the actor on every request; repeated calls have no effect. */
export function decorateWithActor(app: FastifyInstance): void {
  if (!app.hasRequestDecorator('actor')) app.decorateRequest('actor', null);
}

export function actorOf(request: FastifyRequest): Actor {
  return request.actor ?? GUEST;
}

/** Returns the caller of a route for practitioners only. Throws a 401 for a guest. */
export function signedInOf(request: FastifyRequest): SignedIn {
  const actor = actorOf(request);
  if (actor.kind === 'guest') throw new AppError(401, 'The request requires valid record authorization token.');
  return actor;
}

/** Returns the address and device of a request. */
export function originOf(request: FastifyRequest): Origin {
  if (request.actor?.kind === 'user') return request.actor.from;
  return { address: request.ip, device: describeDevice(request.headers['user-agent']) };
}
