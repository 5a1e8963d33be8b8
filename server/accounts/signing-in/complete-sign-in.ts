import type { FastifyRequest } from 'fastify';
import { badRequest, forbidden } from '#domain/errors.ts';
import type { WithQuery } from '#server/accounts/tokens/auth-request.ts';
import { users } from '#server/accounts/users/collection.ts';
import type { ProvenAccount } from '#server/accounts/passwords/try-password.ts';
import { accountLocked } from '#server/accounts/sign-ins/account-locked.ts';
import { type StartedSignIn, startSignIn } from '#server/accounts/sign-ins/sign-ins.ts';
import { issueToken, TOKEN_SECONDS } from '#server/accounts/tokens/tokens.ts';
import type { Context } from '#server/ground/context.ts';
import { act, type Action } from '#server/ground/action.ts';
import { EVEN_WHEN_FULL } from '#server/ground/db/database.ts';
import { decodeRow } from '#server/ground/db/row-codec.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { ownKeyOfPassword } from '#server/ground/db/strict-keys.ts';
import { originOf } from '#server/ground/http/request.ts';
import { GUEST, ownerId } from '#server/ground/identity/actor.ts';
import { pickFields } from '#server/records/fields.ts';
import { readShape, shapeRow } from '#server/records/shape.ts';

/**
 * Returns the number under which a sign-in waits for the account's second factor, with the practitioner's own key if
 * the password opened it; null where the account has none. Runs in the transaction of the sign-in.
 */
export type AskCode = (action: Action, own: Uint8Array | null) => Promise<string | null>;

/**
 * Starts a sign-in of an account whose password was correct; returns its token and the account's record, or the number
 * of a sign-in that waits for a code. Throws a 403 for a locked account or an unconfirmed e-mail, and a 400 where the
 * password has been changed meanwhile.
 */
export async function completeSignIn(
  context: Context,
  account: ProvenAccount,
  request: FastifyRequest<WithQuery>,
  askCode: AskCode,
): Promise<{ answer: unknown } | { mfaId: string }> {
  requireUsable(account);
  const now = context.now();
  const owner = ownerId(account.id);
  const started = await act<{ signIn: StartedSignIn } | { mfaId: string }>(
    { context, actor: GUEST, now },
    owner,
    async (action) => {
      const still = await openAccount(action);
      if (still?.token_key !== account.token_key) throw badRequest('Failed to authenticate.');
      const own = await ownKeyOfPassword(action.write.trx, owner, account.passwordKey);
      const mfaId = await askCode(action, own);
      return mfaId === null ? { signIn: await startSignIn(action, owner, originOf(request), { own }) } : { mfaId };
    },
    EVEN_WHEN_FULL,
  );
  if ('mfaId' in started) return started;
  return { answer: await authResponse(context, account, { signIn: started.signIn, now }, request) };
}

/**
 * Returns the current account of an action; null where it admits no sign-in. Every start of a sign-in calls this in its
 * transaction.
 */
export async function openAccount({ write, owner }: Action): Promise<Row<'users'> | null> {
  const account = await write.trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', owner)
    .where('deleted', 'is', null)
    .where('verified', '=', 1)
    .where('locked', 'is', null)
    .executeTakeFirst();
  return account ?? null;
}

/** Returns the response of a sign-in that has started: the account's record and a new token. */
export async function answerSignIn(
  context: Context,
  account: Row<'users'>,
  signIn: StartedSignIn,
  request: FastifyRequest<WithQuery>,
): Promise<unknown> {
  requireUsable(account);
  return authResponse(context, account, { signIn, now: context.now() }, request);
}

function requireUsable(account: Row<'users'>): void {
  if (account.locked !== null) throw accountLocked();
  if (account.verified === 1) return;
  throw forbidden("The request doesn't satisfy the collection requirements to authenticate.");
}

async function authResponse(
  context: Context,
  account: Row<'users'>,
  { signIn, now }: { signIn: StartedSignIn; now: Temporal.Instant },
  request: FastifyRequest<WithQuery>,
): Promise<unknown> {
  const token = issueToken(context.secrets, 'auth', account, { jti: signIn.id, key: signIn.part ?? undefined }, now);
  const expiresAt = Math.floor(now.epochMilliseconds / 1000) + TOKEN_SECONDS.auth;
  const actor = {
    kind: 'user',
    owner: ownerId(account.id),
    signIn: signIn.id,
    expiresAt,
    from: originOf(request),
  } as const;
  const { expand, picker } = readShape(request.query);
  const call = { context: { ...context, collections: [users] }, collection: users, actor, now };
  const record = await shapeRow(call, context.db.read, decodeRow('users', account), { expand, picker: null });
  return pickFields({ record, token }, picker);
}
