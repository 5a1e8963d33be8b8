import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, conflict } from '#domain/errors.ts';
import type { KeyState, TextsCode } from '#domain/keys/keys.ts';
import { INVALID_FORM, readForm } from '#server/accounts/tokens/auth-request.ts';
import { type ProvenAccount, tryPassword, WRONG_PASSWORD } from '#server/accounts/passwords/try-password.ts';
import { openAccount } from '#server/accounts/signing-in/complete-sign-in.ts';
import { hashWithKey } from '#server/accounts/passwords/password.ts';
import { askerAt } from '#server/accounts/passwords/password-queue.ts';
import type { Context } from '#server/ground/context.ts';
import { act, type Action } from '#server/ground/action.ts';
import { signedInOf } from '#server/ground/http/request.ts';
import { changeKey, keyState } from '#server/accounts/keys/change-key.ts';
import type { OwnResealer } from '#server/accounts/keys/own-resealer.ts';
import {
  newTextsCode,
  type PasswordKey,
  turnOffStrict,
  turnOnStrict,
  unlockTexts,
} from '#server/accounts/keys/strict-mode.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import { getOwned } from '#server/records/store.ts';

const passwordForm = z.object({ password: z.string().min(1).max(255) });
const codeForm = passwordForm.extend({ code: z.string().min(1).max(255) });

/** The key of the caller's texts: its state, its change (SEAL-05), and who opens it (SEAL-04). */
export function registerKeyRoutes(app: FastifyInstance, context: Context, resealer: OwnResealer): void {
  const stateOf = async (request: FastifyRequest): Promise<KeyState> => {
    const { owner } = signedInOf(request);
    const state = await keyState(context.db.read, owner);
    if (state.mode === 'password') resealer.follow(owner);
    return state;
  };

  app.get('/api/keys', stateOf);

  app.post('/api/keys/recovery', async (request): Promise<TextsCode> => {
    return afterPassword(context, request, readOwn(request, passwordForm), newTextsCode);
  });

  app.post('/api/keys/strict', async (request) => {
    await withCode(context, request, turnOnStrict);
    return stateOf(request);
  });

  app.delete('/api/keys/strict', async (request) => {
    const form = readOwn(request, passwordForm);
    await afterPassword(context, request, form, (action, { passwordKey }) => turnOffStrict(action, passwordKey));
    return stateOf(request);
  });

  app.post('/api/keys/unlock', async (request) => {
    await withCode(context, request, unlockTexts);
    return stateOf(request);
  });

  app.post('/api/keys/change', async (request) => {
    const form = readOwn(request, passwordForm);
    await afterPassword(context, request, form, (action, { passwordKey }) => changeKey(action, passwordKey));
    return stateOf(request);
  });
}

/** Runs a change that takes a recovery code and may wrap for the password. Only a wrong code with the right password counts as an attempt. */
async function withCode(
  context: Context,
  request: FastifyRequest,
  run: (action: Action, password: PasswordKey, code: string) => Promise<void>,
): Promise<void> {
  const { limits } = context;
  const { passwordCost: cost } = context.config;
  const { owner } = signedInOf(request);
  const form = readOwn(request, codeForm);
  const { password, code } = form;
  let isTaken = false;
  const keyOf = async ({ passwordKey }: ProvenAccount): Promise<PasswordKey> => {
    // A token alone does not use up its owner's attempts.
    if (!isTaken) await limits.take(LIMITS.textsCodesPerAccount, owner);
    isTaken = true;
    return passwordKey
      ? { key: passwordKey, hash: null }
      : hashWithKey(password, { by: askerAt(request.ip, true), cost });
  };
  await afterPassword(context, request, form, (action, _account, key) => run(action, key, code), keyOf);
  await limits.giveBack(LIMITS.textsCodesPerAccount, owner);
}

/**
 * Runs a change in a transaction once the caller's password was checked, which counts as an attempt to sign in.
 * `prepare` does what is slow before the transaction.
 */
async function afterPassword<Prepared, Result>(
  context: Context,
  request: FastifyRequest,
  { password }: { password: string },
  run: (action: Action, account: ProvenAccount, prepared: Prepared) => Promise<Result>,
  prepare: (account: ProvenAccount) => Promise<Prepared> = async () => undefined as Prepared,
): Promise<Result> {
  const actor = signedInOf(request);
  const { owner } = actor;
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

/** Returns the body as the schema parses it; throws a 401 for a guest before. */
function readOwn<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.output<Schema> {
  signedInOf(request);
  return readForm(request, schema);
}

function refused(): Error {
  return badRequest(INVALID_FORM, { password: WRONG_PASSWORD });
}
