import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ERASURE_REASONS, type ErasureReport } from '#domain/erasures/erasure.ts';
import { notFound } from '#domain/errors.ts';
import type { Context } from '#server/ground/context.ts';
import { readBody, readInput } from '#server/ground/http/bodies.ts';
import { signedInOf } from '#server/ground/http/request.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { eraseClient, previewErasure } from '#server/data/erasures/erase-client.ts';

const eraseBody = z.object({ reason: z.enum(ERASURE_REASONS), dryRun: z.boolean().default(false) });

/** The route by which a practitioner erases a client without a trace, or previews that. */
export function registerErasureRoutes(app: FastifyInstance, context: Context): void {
  app.post<{ Params: { id: string } }>('/api/clients/:id/erase', async (request): Promise<ErasureReport> => {
    const actor = signedInOf(request);
    const { owner } = actor;
    const { id: client } = request.params;
    if (!RECORD_ID.test(client)) throw notFound();
    const { reason, dryRun } = readInput(eraseBody, readBody(request.body));
    const isGone = (): boolean => request.raw.socket.destroyed;
    const caller = { context, actor, now: context.now(), isGone: dryRun ? isGone : undefined };
    return dryRun ? previewErasure(caller, owner, client) : eraseClient(caller, owner, { client, reason });
  });
}
