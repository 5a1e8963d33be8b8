import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { badRequest } from '#domain/errors.ts';
import { WAITING_SECONDS } from '#domain/second-factor/second-factor.ts';
import { INVALID_FORM, readForm, type WithQuery } from '#server/accounts/tokens/auth-request.ts';
import { tryPassword } from '#server/accounts/passwords/try-password.ts';
import { answerSignIn, type AskCode, completeSignIn } from '#server/accounts/signing-in/complete-sign-in.ts';
import type { Counts } from '#server/ground/process/counts.ts';
import { logRefusedSignIn } from '#server/accounts/sign-ins/log-refused-sign-in.ts';
import type { Context } from '#server/ground/context.ts';
import { keysInScope } from '#server/ground/db/strict-keys.ts';
import { TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { pickFields, readFieldsPicker } from '#server/records/fields.ts';
import { queryText, signedInOf } from '#server/ground/http/request.ts';

const signInForm = z.object({
  // PostgreSQL cannot compare a text that contains a NUL.
  identity: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\0]*$/),
  password: z.string().min(1).max(255),
  identityField: z.string().optional(),
});

/** Record API §5.4: e-mail and password, then the code of the second factor where the account has one. */
const AUTH_METHODS = {
  password: { identityFields: ['email'], enabled: true },
  oauth2: { providers: [], enabled: false },
  mfa: { enabled: true, duration: WAITING_SECONDS },
  otp: { enabled: true, duration: WAITING_SECONDS },
  authProviders: [],
  usernamePassword: false,
  emailPassword: true,
};

/** Signing in and refreshing: auth-methods, auth-with-password, auth-refresh (record API §1.4). */
export function registerSignInRoutes(app: FastifyInstance, context: Context, counts: Counts, askCode: AskCode): void {
  app.get<WithQuery>('/auth-methods', async (request) =>
    pickFields(AUTH_METHODS, readFieldsPicker(queryText(request.query, 'fields'))),
  );

  app.post<WithQuery>('/auth-with-password', async (request, reply) => {
    const { identity, password, identityField } = readForm(request, signInForm);
    if (identityField && identityField !== 'email') {
      throw badRequest(INVALID_FORM, {
        identityField: { code: 'validation_in_invalid', message: 'Must be a valid value.' },
      });
    }
    const account = await tryPassword(context, identity, password, request.ip).catch((error: unknown) => {
      if (error instanceof TooManyRequests)
        logRefusedSignIn({ context, counts }, reply, { email: identity, tried: false });
      throw error;
    });
    if (!account) {
      logRefusedSignIn({ context, counts }, reply, { email: identity, tried: true });
      throw badRequest('Failed to authenticate.');
    }
    const started = await completeSignIn(context, account, request, askCode);
    // The SDK expects 401 with `mfaId` after the first factor; this is not a failure.
    return 'mfaId' in started ? reply.status(401).send({ mfaId: started.mfaId }) : started.answer;
  });

  app.post<WithQuery>('/auth-refresh', async (request) => {
    const { owner, signIn } = signedInOf(request);
    const account = await context.db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', owner)
      .executeTakeFirstOrThrow();
    const part = keysInScope(owner)?.part() ?? null;
    return answerSignIn(context, account, { id: signIn, part }, request);
  });
}
