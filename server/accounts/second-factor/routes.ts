import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { NewSecret, RecoveryCodes, SecondFactorState } from '#domain/second-factor/second-factor.ts';
import { readForm } from '#server/accounts/tokens/auth-request.ts';
import { afterPassword } from '#server/accounts/signing-in/after-password.ts';
import type { Context } from '#server/ground/context.ts';
import { act } from '#server/ground/action.ts';
import { signedInOf } from '#server/ground/http/request.ts';
import { findFactor, unusedCodes } from '#server/accounts/second-factor/factor.ts';
import { newCodes, newSecret, turnOff, turnOn } from '#server/accounts/second-factor/change-factor.ts';

const codeForm = z.object({ code: z.string().min(1).max(255) });

/**
 * The routes of the practitioner's second factor: every change needs the password, but turning it on, which needs a
 * code (SAFE-01).
 */
export function registerSecondFactorRoutes(app: FastifyInstance, context: Context): void {
  app.get('/api/second-factor', async (request): Promise<SecondFactorState> => {
    const factor = await findFactor(context.db.read, signedInOf(request).owner);
    return { enabled: factor !== null, codesLeft: factor ? unusedCodes(factor).length : 0 };
  });

  app.post('/api/second-factor/secret', async (request): Promise<NewSecret> =>
    afterPassword(context, request, (action, { email }) => newSecret(action, email)),
  );

  app.post('/api/second-factor', async (request): Promise<RecoveryCodes> => {
    const actor = signedInOf(request);
    const { code } = readForm(request, codeForm);
    const caller = { context, actor, now: context.now() };
    const turned = await act(caller, actor.owner, (action) => turnOn(action, code));
    // Thrown after the transaction, which would otherwise roll back the count of the wrong code.
    if ('refusal' in turned) throw turned.refusal;
    return turned;
  });

  app.post('/api/second-factor/codes', async (request): Promise<RecoveryCodes> =>
    afterPassword(context, request, newCodes),
  );

  app.delete('/api/second-factor', async (request, reply) => {
    await afterPassword(context, request, turnOff);
    return reply.status(204).send();
  });
}
