import type { FastifyInstance } from 'fastify';
import type { KeyState } from '#domain/keys/keys.ts';
import { badRequest, type FieldError } from '#domain/errors.ts';
import { tryPassword, WRONG_PASSWORD } from '#server/accounts/check-password.ts';
import type { Context } from '#server/context.ts';
import { act } from '#server/db/action.ts';
import { FIELD_ERROR } from '#server/http/field-error.ts';
import { signedInOf } from '#server/http/request.ts';
import { changeKey, keyState } from '#server/keys/change-key.ts';
import { getOwned } from '#server/records/store.ts';

/** The key of the caller's texts: its state, and its change (SEAL-05). */
export function registerKeyRoutes(app: FastifyInstance, context: Context): void {
  app.get('/api/keys', async (request): Promise<KeyState> => {
    return keyState(context.db.read, signedInOf(request).owner);
  });

  app.post<{ Body: { password?: unknown } | null }>('/api/keys/change', async (request): Promise<KeyState> => {
    const actor = signedInOf(request);
    const account = await getOwned(context.db.read, 'users', actor.owner, actor.owner);
    const password = request.body?.password;
    if (typeof password !== 'string' || password === '') throw refused(FIELD_ERROR.required);
    const right = await tryPassword(context, account.email, password, request.ip);
    if (right?.id !== account.id) throw refused(WRONG_PASSWORD);
    await act({ context, actor, now: context.now() }, actor.owner, changeKey);
    return keyState(context.db.read, actor.owner);
  });
}

function refused(password: FieldError): Error {
  return badRequest('Failed to change the key.', { password });
}
