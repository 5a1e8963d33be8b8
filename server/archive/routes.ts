import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { readBody } from '#server/http/bodies.ts';
import { readInput } from '#server/http/read-input.ts';
import { decorateWithActor, signedInOf } from '#server/http/request.ts';
import { RECORD_ID } from '#server/identity/record-id.ts';
import { LIMITS } from '#server/limits/limit-rules.ts';
import { exportPractice } from '#server/archive/export-practice.ts';
import { ArchiveTurns } from '#server/archive/turns.ts';

const PASSPHRASE_MAX = 1000;

const exportBody = z.object({
  client: z.string().regex(RECORD_ID).nullable().default(null),
  passphrase: z.string().max(PASSPHRASE_MAX).default(''),
});

/** A practitioner takes the practice along, whole or one client of it. */
export async function registerArchiveRoutes(app: FastifyInstance, context: Context): Promise<void> {
  decorateWithActor(app);
  const turns = new ArchiveTurns();

  app.post('/api/export', async (request, reply) => {
    const actor = signedInOf(request);
    const { owner } = actor;
    const { client, passphrase } = readInput(exportBody, readBody(request.body));
    await context.limits.take(LIMITS.archivesPerAccount, owner);
    const archive = await turns.run(owner, () =>
      exportPractice({ context, actor, now: context.now() }, { owner, client, passphrase }),
    );
    const bytes = Readable.from(archive.read());
    bytes.once('close', () => void archive[Symbol.asyncDispose]());
    const sealed = passphrase !== '';
    return reply
      .type(sealed ? 'application/octet-stream' : 'application/zip')
      .header('content-disposition', `attachment; filename="kabinet.zip${sealed ? '.age' : ''}"`)
      .header('content-length', archive.size)
      .header('cache-control', 'no-store')
      .send(bytes);
  });
}
