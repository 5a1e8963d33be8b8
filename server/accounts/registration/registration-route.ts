import type { FastifyInstance } from 'fastify';
import type { RegistrationAnswer } from '#domain/accounts/registration-mode.ts';
import type { Context } from '#server/ground/context.ts';

/** Who may register, for the card of the registration. */
export function registerRegistrationRoute(app: FastifyInstance, { config }: Context): void {
  app.get('/api/registration', async (): Promise<RegistrationAnswer> => ({ registration: config.registration }));
}
