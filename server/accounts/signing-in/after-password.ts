import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest } from '#domain/errors.ts';
import { type ProvenAccount, tryPassword, WRONG_PASSWORD } from '#server/accounts/passwords/try-password.ts';
import { openAccount } from '#server/accounts/signing-in/complete-sign-in.ts';
import { INVALID_FORM, readForm } from '#server/accounts/tokens/auth-request.ts';
import { act, type Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { signedInOf } from '#server/ground/http/request.ts';
import { getOwned } from '#server/records/store.ts';

const passwordForm = z.object({ password: z.string().min(1).max(255) });

/**
 * Checks the caller's password, which counts as an attempt to sign in, and then runs a change in a transaction.
 * `before` runs between the two.
 */
export async function afterPassword<Result>(
  context: Context,
  request: FastifyRequest,
  run: (action: Action, account: ProvenAccount) => Promise<Result>,
  before: () => Promise<void> = async () => undefined,
): Promise<Result> {
  const actor = signedInOf(request);
  const { owner } = actor;
  const { password } = readForm(request, passwordForm);
  const { email } = await getOwned(context.db.read, 'users', owner, owner);
  const account = await tryPassword(context, email, password, request.ip);
  if (account?.id !== owner) throw refused();
  await before();
  return act({ context, actor, now: context.now() }, owner, async (action) => {
    const still = await openAccount(action);
    if (still?.token_key !== account.token_key) throw refused();
    return run(action, account);
  });
}

function refused(): Error {
  return badRequest(INVALID_FORM, { password: WRONG_PASSWORD });
}
