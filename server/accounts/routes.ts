import type { FastifyInstance } from 'fastify';
import type { RegistrationAnswer } from '#domain/accounts/registration-mode.ts';
import { registerAuthentication } from '#server/accounts/sign-ins/authenticate.ts';
import { registerDraftKeyRoute } from '#server/accounts/sign-ins/draft-key-route.ts';
import { registerEmailChangeRoutes } from '#server/accounts/letter-links/email-change-routes.ts';
import { registerPasswordResetRoutes } from '#server/accounts/letter-links/password-reset-routes.ts';
import { registerSignInListRoutes } from '#server/accounts/sign-ins/sign-in-list-routes.ts';
import { registerSignInRoutes, type SignInParts } from '#server/accounts/signing-in/sign-in-routes.ts';
import { registerVerificationRoutes } from '#server/accounts/letter-links/verification-routes.ts';
import type { Context } from '#server/ground/context.ts';

/** Registers authentication for every later route, signing in and out, and the targets of letters' links. */
export async function registerAccountRoutes(app: FastifyInstance, context: Context, parts: SignInParts): Promise<void> {
  registerAuthentication(app, context);
  registerSignInRoutes(app, context, parts);
  registerVerificationRoutes(app, context);
  registerPasswordResetRoutes(app, context);
  registerEmailChangeRoutes(app, context);
  registerSignInListRoutes(app, context);
  registerDraftKeyRoute(app, context);
  // Who may register, for the card of the registration.
  app.get('/api/registration', async (): Promise<RegistrationAnswer> => {
    return { registration: context.config.registration };
  });
}
