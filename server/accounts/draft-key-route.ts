import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { DraftKey } from '#domain/accounts/draft-key.ts';
import type { Context } from '#server/context.ts';
import { signedInOf } from '#server/http/request.ts';

/**
 * The key with which a browser encrypts what is being written, so that nothing readable lies on its disk: 256 bits, the
 * same for every living sign-in of an account, because a sign-in that expired must not take its drafts along. Whoever
 * has none gets none.
 */
export function registerDraftKeyRoute(app: FastifyInstance, { secrets }: Context): void {
  app.get('/api/draft-key', async (request): Promise<DraftKey> => {
    const { owner } = signedInOf(request);
    return { key: createHmac('sha256', secrets.key('drafts')).update(owner).digest('base64') };
  });
}
