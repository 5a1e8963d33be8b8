import { hash } from 'node:crypto';
import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AUTH_COLLECTION } from '#server/accounts/tokens/auth-request.ts';
import { isOver, touchSignIn, wasSeenLately } from '#server/accounts/sign-ins/sign-ins.ts';
import { type Claims, isInTime, readClaims, verifyToken } from '#server/accounts/tokens/tokens.ts';
import type { Context } from '#server/ground/context.ts';
import { endScope, type KeyScope, newScope, withKeys } from '#server/ground/db/strict-keys.ts';
import { preparedQuery } from '#server/ground/db/query.ts';
import { describeError } from '#server/ground/process/log.ts';
import { GUEST, type Origin, ownerId, type SignedIn } from '#server/ground/identity/actor.ts';
import { originOf } from '#server/ground/http/request.ts';

/** Requests that a browser sends by itself: they do not keep alive a sign-in that ends when idle. */
const BY_ITSELF = new Set(['/api/realtime', `${AUTH_COLLECTION}/auth-refresh`]);

/** Verified tokens to remember, by hash: parsing and verifying one takes a fifth of the time of a view. */
const REMEMBERED = 10_000;

interface Verified {
  /** Without the secret of the sign-in, which is never kept beyond its request. */
  claims: Omit<Claims, 'key'>;
  /** The part of the account's key that signed the token. */
  tokenKey: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What opens the caller's texts; null for guests. */
    keyScope: KeyScope | null;
  }
}

const REFUSED = 'Bearer error="invalid_token"';

/**
 * Sets `request.actor`. A rejected token makes the caller a guest and adds `WWW-Authenticate` (AUTH-03). `bringsKey` is
 * called for requests of practitioners whose texts the server cannot open.
 */
export function registerAuthentication(
  app: FastifyInstance,
  context: Context,
  bringsKey: (owner: string) => void,
): void {
  const verified = new LRUCache<string, Verified>({ max: REMEMBERED });
  const touch = ({ signIn, from }: SignedIn): Promise<void> =>
    context.db
      .write((write) => touchSignIn({ context, write, now: context.now() }, signIn, from))
      .catch((error: unknown) => context.log.warn(describeError(error), 'a sign-in was seen and not noted'));
  app.decorateRequest('actor', null);
  app.decorateRequest('keyScope', null);
  app.addHook('onRequest', async (request, reply) => {
    request.actor = GUEST;
    const token = readToken(request.headers.authorization);
    if (token === null) return;
    const found = await authenticate(context, verified, token, originOf(request));
    if (!found) {
      reply.header('www-authenticate', REFUSED);
      return;
    }
    request.actor = found.actor;
    request.keyScope = scopeOf(found, token);
    const unused = found.endsIdle && BY_ITSELF.has(request.routeOptions.url ?? '');
    // After the response, so that no read waits for a write.
    if (!found.seenLately && !unused) finished(reply.raw, () => void touch(found.actor));
  });
  // After the body is parsed: its events run outside the scope.
  app.addHook('preHandler', ({ keyScope }, _reply, done) =>
    withKeys(keyScope, () => {
      if (keyScope?.strict) bringsKey(keyScope.owner);
      done();
    }),
  );
  // Not when the connection closes: the handler of a caller who hung up still has to save.
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.keyScope) endScope(request.keyScope);
    done(null, payload);
  });
}

interface Authenticated {
  actor: SignedIn;
  seenLately: boolean;
  /** Whether the sign-in ends when it is not used. */
  endsIdle: boolean;
  /** Whether the server cannot open the texts by itself. */
  strict: boolean;
}

function scopeOf({ actor: { owner, signIn }, strict }: Authenticated, token: string): KeyScope {
  return newScope({ owner, signIn, strict, part: () => readClaims(token)?.key ?? null });
}

const findSignIn = preparedQuery((db, value) =>
  db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user')
    .leftJoin('strict_keys', 'strict_keys.user', 'users.id')
    .select(['strict_keys.turned_on as strict'])
    .select(['sign_ins.created', 'sign_ins.last_seen', 'users.id', 'users.token_key', 'users.idleSignOut'])
    .where('sign_ins.id', '=', value(0))
    .where('sign_ins.user', '=', value(1))
    .where('users.deleted', 'is', null)
    .where('users.locked', 'is', null),
);

/** Returns the sign-in of a token; null unless it and its account exist and the account's key signed the token. */
async function authenticate(
  context: Context,
  verified: LRUCache<string, Verified>,
  token: string,
  from: Origin,
): Promise<Authenticated | null> {
  const name = hash('sha256', token, 'base64');
  const known = verified.get(name);
  const claims = known?.claims ?? readClaims(token);
  if (claims?.type !== 'auth' || claims.jti === undefined) return null;
  const [row] = await findSignIn(context.db.read, claims.jti, claims.id);
  const now = context.now();
  if (!row || isOver(row, now)) return null;
  if (known?.tokenKey === row.token_key) {
    if (!isInTime('auth', claims.exp, now)) return null;
  } else {
    if (!verifyToken(context.secrets, 'auth', token, row, now, claims)) return null;
    verified.set(name, { claims: withoutKey(claims), tokenKey: row.token_key });
  }
  return {
    actor: { kind: 'user', owner: ownerId(row.id), signIn: claims.jti, expiresAt: claims.exp, from },
    seenLately: wasSeenLately(row, now),
    endsIdle: row.idleSignOut === 1,
    strict: (row.strict ?? '') !== '',
  };
}

function withoutKey({ key: _key, ...claims }: Claims): Verified['claims'] {
  return claims;
}

/** The SDK sends the token alone, other clients send it after 'Bearer'. */
function readToken(header: string | undefined): string | null {
  const token = header?.replace(/^Bearer\s+/i, '').trim() ?? '';
  return token === '' ? null : token;
}
