import type { FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { OfCollection } from '#server/accounts/auth-request.ts';
import { users } from '#server/accounts/collection.ts';
import { startSignIn } from '#server/accounts/sign-ins.ts';
import { issueToken, TOKEN_SECONDS } from '#server/accounts/tokens.ts';
import type { Context } from '#server/context.ts';
import { EVEN_WHEN_FULL } from '#server/db/database.ts';
import { decodeRow } from '#server/db/row-codec.ts';
import type { Row } from '#server/db/schema.ts';
import { originOf } from '#server/http/request.ts';
import { ownerId } from '#server/identity/actor.ts';
import { pickFields } from '#server/records/fields-picker.ts';
import { readShape, shapeRow } from '#server/records/shape.ts';

type Request = FastifyRequest<OfCollection>;

/**
 * Starts a sign-in of an account whose password was correct; returns its token and the account's record. Throws a 403
 * unless the e-mail is confirmed.
 */
export async function completeSignIn(context: Context, account: Row<'users'>, request: Request): Promise<unknown> {
  requireVerified(account);
  const now = context.now();
  const signIn = await context.db.write(
    (write) => startSignIn({ context, write, now }, ownerId(account.id), originOf(request)),
    EVEN_WHEN_FULL,
  );
  return authResponse(context, account, { signIn, now }, request);
}

/** Returns the same response for an existing sign-in. */
export async function refreshSignIn(
  context: Context,
  account: Row<'users'>,
  signIn: string,
  request: Request,
): Promise<unknown> {
  requireVerified(account);
  return authResponse(context, account, { signIn, now: context.now() }, request);
}

function requireVerified(account: Row<'users'>): void {
  if (account.verified === 1) return;
  throw new AppError(403, "The request doesn't satisfy the collection requirements to authenticate.");
}

async function authResponse(
  context: Context,
  account: Row<'users'>,
  { signIn, now }: { signIn: string; now: Temporal.Instant },
  request: Request,
): Promise<unknown> {
  const token = issueToken(context.secrets, 'auth', account, { jti: signIn }, now);
  const expiresAt = Math.floor(now.epochMilliseconds / 1000) + TOKEN_SECONDS.auth;
  const actor = { kind: 'user', owner: ownerId(account.id), signIn, expiresAt, from: originOf(request) } as const;
  const { expand, picker } = readShape(request.query);
  const call = { context, collection: users, actor, now };
  const record = await shapeRow(call, context.db.read, decodeRow('users', account), { expand, picker: null });
  return pickFields({ record, token }, picker);
}
