import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PracticeUse } from '#domain/archive/use.ts';
import type { ImportReport } from '#domain/archive/report.ts';
import { AppError, badRequest } from '#domain/errors.ts';
import type { Context } from '#server/ground/context.ts';
import { refuseLocked } from '#server/ground/db/strict-keys.ts';
import { hangUpSoon, readBody, readInput } from '#server/ground/http/bodies.ts';
import { signedInOf } from '#server/ground/http/request.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { inOwnersTurn } from '#server/ground/limits/long-reads.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import { exportPractice } from '#server/data/archive/export-practice.ts';
import { importArchive } from '#server/data/archive/import-archive.ts';
import { MOST_BYTES } from '#server/data/archive/receive-file.ts';
import type { Uploads } from '#server/data/archive/uploads.ts';
import { Spool } from '#server/data/archive/spool.ts';
import { ArchiveQueue } from '#server/data/archive/archive-queue.ts';

const PASSPHRASE_MAX = 1000;
/** No type that a form on another site could send. */
const TYPES = ['application/zip', 'application/octet-stream', 'application/x-zip-compressed'];

const exportBody = z.object({
  client: z.string().regex(RECORD_ID).nullable().default(null),
  passphrase: z.string().max(PASSPHRASE_MAX).default(''),
});

/** The routes by which a practitioner exports a practice, or one client of it, and imports an archive. */
export async function registerArchiveRoutes(app: FastifyInstance, context: Context, received: Uploads): Promise<void> {
  const queue = new ArchiveQueue();

  app.get('/api/use', async (request): Promise<PracticeUse> => {
    const { owner } = signedInOf(request);
    return inOwnersTurn({ owner, limits: context.limits }, async () => ({
      bytes: await context.quota.measure(owner),
      quota: context.quota.bytes,
    }));
  });

  app.post('/api/export', async (request, reply) => {
    const actor = signedInOf(request);
    const { owner } = actor;
    const { client, passphrase } = readInput(exportBody, readBody(request.body));
    await context.limits.take(LIMITS.archivesPerAccount, owner);
    const archive = await queue.run(owner, () =>
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

  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(TYPES, async (request: FastifyRequest, stream: IncomingMessage) => {
      // First, so that no byte of a stranger's file is stored.
      const { owner } = signedInOf(request);
      await context.limits.take(LIMITS.archivesPerAccount, owner);
      return received.receive(owner, stream);
    });

    uploads.addContentTypeParser('*', async (request: FastifyRequest, stream: IncomingMessage) => {
      hangUpSoon(stream);
      signedInOf(request);
      throw new AppError(415, 'Unsupported Content-Type.');
    });

    const read = async (request: FastifyRequest, work: 'preview' | 'import'): Promise<ImportReport> => {
      const actor = signedInOf(request);
      const { body } = request;
      if (!(body instanceof Spool)) throw badRequest('An archive expected.');
      await using file = body;
      await refuseLocked(context.db.read, actor.owner);
      if (work === 'import') await context.quota.admit(actor.owner, file.size);
      const caller = { context, actor, now: context.now() };
      const isStopped = (): boolean => request.raw.socket.destroyed;
      return await queue.run(actor.owner, () =>
        importArchive(caller, { file, passphrase: passphraseOf(request), work, isStopped }),
      );
    };

    uploads.post('/api/import/preview', { bodyLimit: MOST_BYTES }, (request) => read(request, 'preview'));
    uploads.post('/api/import', { bodyLimit: MOST_BYTES }, async (request, reply) => {
      const report = await read(request, 'import');
      context.quota.markStale(signedInOf(request).owner);
      if (report.problems.length === 0) return report;
      const message = 'The archive cannot be imported.';
      return reply.status(400).send({ status: 400, message, data: {}, ...report });
    });
  });
}

/** Returns the passphrase sent with a file; '' for none. */
function passphraseOf({ headers }: FastifyRequest): string {
  try {
    return decodeURIComponent(String(headers['x-passphrase'] ?? '')).slice(0, PASSPHRASE_MAX);
  } catch {
    throw badRequest('X-Passphrase is not percent-encoded.');
  }
}
