import type { FastifyInstance } from 'fastify';
import type { RegistrationAnswer } from '#domain/accounts/registration-mode.ts';
import { registerOwnResealer } from '#server/accounts/keys/own-resealer.ts';
import { registerKeyRoutes } from '#server/accounts/keys/routes.ts';
import { registerEmailChangeRoutes } from '#server/accounts/letter-links/email-change-routes.ts';
import { registerPasswordResetRoutes } from '#server/accounts/letter-links/password-reset-routes.ts';
import { registerVerificationRoutes } from '#server/accounts/letter-links/verification-routes.ts';
import { registerCodeSignIn } from '#server/accounts/second-factor/code-sign-in.ts';
import { registerSecondFactorRoutes } from '#server/accounts/second-factor/routes.ts';
import { askCode } from '#server/accounts/second-factor/waiting-sign-ins.ts';
import { registerAuthentication } from '#server/accounts/sign-ins/authenticate.ts';
import { registerDraftKeyRoute } from '#server/accounts/sign-ins/draft-key-route.ts';
import { registerSignInListRoutes } from '#server/accounts/sign-ins/sign-in-list-routes.ts';
import { registerSignInRoutes } from '#server/accounts/signing-in/sign-in-routes.ts';
import { AUTH_COLLECTION, refuseOtherCollections } from '#server/accounts/tokens/auth-request.ts';
import type { Context } from '#server/ground/context.ts';
import type { Counts } from '#server/ground/process/counts.ts';

/** Registers authentication for every later route, signing in and out, and the targets of letters' links. */
export async function registerAccountRoutes(app: FastifyInstance, context: Context, counts: Counts): Promise<void> {
  const ownResealer = registerOwnResealer(app, context);
  registerAuthentication(app, context, (owner) => ownResealer.followRequest(owner));
  await app.register(
    async (auth) => {
      auth.addHook('preHandler', refuseOtherCollections);
      registerSignInRoutes(auth, context, counts, askCode);
      registerCodeSignIn(auth, context);
      registerVerificationRoutes(auth, context);
      registerPasswordResetRoutes(auth, context);
      registerEmailChangeRoutes(auth, context);
    },
    { prefix: AUTH_COLLECTION },
  );
  registerSignInListRoutes(app, context);
  registerDraftKeyRoute(app, context);
  registerSecondFactorRoutes(app, context);
  registerKeyRoutes(app, context, ownResealer);
  // Tells the registration form who may register.
  app.get('/api/registration', async (): Promise<RegistrationAnswer> => {
    return { registration: context.config.registration };
  });
}
