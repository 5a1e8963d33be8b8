import type { FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { RECORD_TABLES } from '#server/ground/db/tables.ts';
import { type Actor, GUEST, type Origin, type SignedIn } from '#server/ground/identity/actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set by an `onRequest` hook of `server/accounts/`; null on routes without it. */
    actor: Actor | null;
  }
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
  const agent = request.headers['user-agent'];
  return {
    address: request.ip,
    // Computed when read: only writes need it, lists do not pay for it.
    get device() {
      return describeDevice(agent);
    },
  };
}

/** The query of a URL as Fastify parses it. */
export type Query = Readonly<Record<string, unknown>>;

/** Returns the first value of a key; '' without one. */
export function queryText(query: Query, key: string): string {
  const value = query[key];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}

/** Returns whether a practitioner asks for a change without letters to clients: `?silent=true`. */
export function isSilent({ query }: Pick<FastifyRequest, 'query'>): boolean {
  return queryText(query as Query, 'silent') === 'true';
}

const COLLECTION = ':collection';
const names = new Set<unknown>(RECORD_TABLES);

/**
 * Returns the pattern of a request's route for logs and counts, with the name of a known collection; it never contains
 * the caller's text. 'unknown' without a route.
 */
export function routeName(request: FastifyRequest): string {
  const pattern = request.routeOptions.url ?? 'unknown';
  if (!pattern.includes(COLLECTION)) return pattern;
  const name = (request.params as { collection?: unknown } | undefined)?.collection;
  return names.has(name) ? pattern.replace(COLLECTION, String(name)) : pattern;
}

const BROWSERS: readonly [RegExp, string][] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/OPR\//, 'Opera'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Returns a readable description of a device, 'Firefox, Windows'; the header itself is not stored. */
export function describeDevice(userAgent = ''): string {
  const found = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([mark]) => mark.test(userAgent))?.[1] ?? []);
  return found.join(', ') || 'Неизвестное устройство';
}
