import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { KeyState, TextsCode } from '#domain/keys/keys.ts';
import { readForm } from '#server/accounts/tokens/auth-request.ts';
import { afterPassword } from '#server/accounts/signing-in/after-password.ts';
import type { Context } from '#server/ground/context.ts';
import type { Action } from '#server/ground/action.ts';
import { signedInOf } from '#server/ground/http/request.ts';
import { changeKey, keyState } from '#server/accounts/keys/change-key.ts';
import type { OwnResealer } from '#server/accounts/keys/own-resealer.ts';
import { newTextsCode, turnOffStrict, turnOnStrict, unlockTexts } from '#server/accounts/keys/strict-mode.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';

const codeForm = z.object({ password: z.string().min(1).max(255), code: z.string().min(1).max(255) });

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
    return afterPassword(context, request, newTextsCode);
  });

  app.post('/api/keys/strict', async (request) => {
    await withCode(context, request, turnOnStrict);
    return stateOf(request);
  });

  app.delete('/api/keys/strict', async (request) => {
    await afterPassword(context, request, (action, { passwordKey }) => turnOffStrict(action, passwordKey));
    return stateOf(request);
  });

  app.post('/api/keys/unlock', async (request) => {
    await withCode(context, request, unlockTexts);
    return stateOf(request);
  });

  app.post('/api/keys/change', async (request) => {
    await afterPassword(context, request, (action, { passwordKey }) => changeKey(action, passwordKey));
    return stateOf(request);
  });
}

/** Runs a change that needs a recovery code. Only a wrong code with the right password counts as an attempt. */
async function withCode(
  context: Context,
  request: FastifyRequest,
  run: (action: Action, passwordKey: Uint8Array, code: string) => Promise<void>,
): Promise<void> {
  const { owner } = signedInOf(request);
  const { code } = readForm(request, codeForm);
  // Counted after the password, so that a stolen token cannot use up its owner's attempts.
  const count = (): Promise<void> => context.limits.take(LIMITS.textsCodesPerAccount, owner);
  await afterPassword(context, request, (action, { passwordKey }) => run(action, passwordKey, code), count);
  await context.limits.giveBack(LIMITS.textsCodesPerAccount, owner);
}
