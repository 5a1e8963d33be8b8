import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, conflict } from '#domain/errors.ts';
import { type ProvenAccount, tryPassword, WRONG_PASSWORD } from '#server/accounts/passwords/try-password.ts';
import { openAccount } from '#server/accounts/signing-in/complete-sign-in.ts';
import { INVALID_FORM, readForm } from '#server/accounts/tokens/auth-request.ts';
import { act, type Action } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { signedInOf } from '#server/ground/http/request.ts';
import { getOwned } from '#server/records/store.ts';

const passwordForm = z.object({ password: z.string().min(1).max(255) });

/**
 * Runs a change in a transaction once the caller's password was checked, which counts as an attempt to sign in.
 * `prepare` does what is slow before the transaction.
 */
export async function afterPassword<Prepared, Result>(
  context: Context,
  request: FastifyRequest,
  run: (action: Action, account: ProvenAccount, prepared: Prepared) => Promise<Result>,
  prepare: (account: ProvenAccount) => Promise<Prepared> = async () => undefined as Prepared,
): Promise<Result> {
  const actor = signedInOf(request);
  const { owner } = actor;
  const { password } = readForm(request, passwordForm);
  const { email } = await getOwned(context.db.read, 'users', owner, owner);
  // Twice: another tab can have stored another hash of the same password meanwhile.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const account = await tryPassword(context, email, password, request.ip);
    if (account?.id !== owner) break;
    const prepared = await prepare(account);
    const done = await act({ context, actor, now: context.now() }, owner, async (action) => {
      const still = await openAccount(action);
      if (still?.token_key !== account.token_key) throw refused();
      return still.password_hash === account.password_hash ? { result: await run(action, account, prepared) } : null;
    });
    if (done) return done.result;
    if (attempt > 0) throw conflict('The account is being changed, try again.');
  }
  throw refused();
}

function refused(): Error {
  return badRequest(INVALID_FORM, { password: WRONG_PASSWORD });
}
