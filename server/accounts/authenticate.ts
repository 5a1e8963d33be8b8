import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AUTH_COLLECTION } from '#server/accounts/auth-request.ts';
import { isOver, touchSignIn, wasSeenLately } from '#server/accounts/sign-ins.ts';
import { USERS_COLLECTION_ID } from '#server/accounts/tokens.ts';
import { VerifiedTokens } from '#server/accounts/verified-tokens.ts';
import type { Context } from '#server/context.ts';
import { preparedQuery } from '#server/db/prepared-query.ts';
import { describeError } from '#server/process/log.ts';
import { GUEST, type Origin, ownerId, type SignedIn } from '#server/identity/actor.ts';
import { decorateWithActor, originOf } from '#server/http/request.ts';

/** What a browser sends by itself, also where nobody sits before it: it is no use of a sign-in that ends without. */
const BY_ITSELF = new Set(['/api/realtime', `${AUTH_COLLECTION}/auth-refresh`]);

const REFUSED = 'Bearer error="invalid_token"';

/** Puts who asks on every request. Whose token is not accepted is a guest, and the answer says so (AUTH-03). */
export function registerAuthentication(app: FastifyInstance, context: Context): void {
  const seen = new WeakMap<FastifyRequest, string>();
  const tokens = new VerifiedTokens(context.secrets);
  decorateWithActor(app);
  app.addHook('onRequest', async (request, reply) => {
    request.actor = GUEST;
    const token = readToken(request.headers.authorization);
    if (token === null) return;
    const found = await authenticate(context, tokens, token, originOf(request));
    if (!found) {
      reply.header('www-authenticate', REFUSED);
      return;
    }
    request.actor = found.actor;
    const unused = found.endsIdle && BY_ITSELF.has(request.routeOptions.url ?? '');
    if (!found.seenLately && !unused) seen.set(request, found.actor.signIn);
  });
  // Behind the answer: reading stays reading.
  app.addHook('onResponse', async (request) => {
    const signIn = seen.get(request);
    if (signIn === undefined) return;
    await context.db
      .write((write) => touchSignIn({ context, write, now: context.now() }, signIn, originOf(request)))
      .catch((error: unknown) => context.log.warn(describeError(error), 'a sign-in was seen and not noted'));
  });
}

interface Authenticated {
  actor: SignedIn;
  seenLately: boolean;
  /** Whether it ends some time after its last use. */
  endsIdle: boolean;
}

const findSignIn = preparedQuery((db, value) =>
  db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user')
    .select(['sign_ins.created', 'sign_ins.last_seen', 'users.id', 'users.token_key', 'users.idleSignOut'])
    .where('sign_ins.id', '=', value(0))
    .where('sign_ins.user', '=', value(1))
    .where('users.deleted', '=', ''),
);

/** The sign-in that a token names, where both it and the account are still there and the token is theirs. */
async function authenticate(
  context: Context,
  tokens: VerifiedTokens,
  token: string,
  from: Origin,
): Promise<Authenticated | null> {
  const read = tokens.read(token);
  const claims = read?.claims;
  if (claims?.type !== 'auth' || claims.collectionId !== USERS_COLLECTION_ID || claims.jti === undefined) return null;
  const [row] = await findSignIn(context.db.read, claims.jti, claims.id);
  const now = context.now();
  if (!row || isOver(row, now) || !(await read?.isGood(row, now))) return null;
  return {
    actor: { kind: 'user', owner: ownerId(row.id), signIn: claims.jti, expiresAt: claims.exp, from },
    seenLately: wasSeenLately(row, now),
    endsIdle: row.idleSignOut === 1,
  };
}

/** The token as the SDK sends it, alone, or after 'Bearer'. */
function readToken(header: string | undefined): string | null {
  const token = header?.replace(/^Bearer\s+/i, '').trim() ?? '';
  return token === '' ? null : token;
}
