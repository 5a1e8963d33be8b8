import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { DraftKey } from '#domain/accounts/draft-key.ts';
import type { Context } from '#server/ground/context.ts';
import { signedInOf } from '#server/ground/http/request.ts';

/**
 * The key with which a browser encrypts its drafts: 256 bits, the same for every live sign-in of an account, so that a
 * sign-in that expires does not take its drafts along. Guests get no key.
 */
export function registerDraftKeyRoute(app: FastifyInstance, { secrets }: Context): void {
  app.get('/api/draft-key', async (request): Promise<DraftKey> => {
    const { owner } = signedInOf(request);
    return { key: createHmac('sha256', secrets.key('drafts')).update(owner).digest('base64') };
  });
}
