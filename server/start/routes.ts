import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badRequest } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { compressLarge } from '#server/http/gzip.ts';
import type { Query } from '#server/http/query.ts';
import { decorateWithActor, originOf, signedInOf } from '#server/http/request.ts';
import { registerViews } from '#server/journal/views.ts';
import { LARGEST_ANSWER } from '#server/records/answer-size.ts';
import { listRecords } from '#server/records/list.ts';
import { findCollection, type RecordCall } from '#server/records/record-call.ts';

/** A screen reads no more at first. */
const MOST_LISTS = 8;

/**
 * `GET /api/start?list=clients%3Fpage%3D1…&list=…`: the lists of a page's first screen in one response, each as the
 * record API itself returns it, or null where that would refuse it. For practitioners only, and without a token in the
 * response, which is compressed.
 */
export async function registerStart(app: FastifyInstance, context: Context): Promise<void> {
  decorateWithActor(app);
  const { noteView, noteRows } = registerViews(app, context);

  const readList = async (request: FastifyRequest, text: string): Promise<Buffer | null> => {
    const [name = '', ...query] = text.split('?');
    const call: RecordCall = {
      context,
      collection: findCollection(context, name),
      actor: signedInOf(request),
      now: context.now(),
      ...originOf(request),
    };
    const page = await listRecords(call, Object.fromEntries(new URLSearchParams(query.join('?'))), (count, columns) => {
      noteView(request, call, null);
      noteRows(request, call, count, columns);
    });
    return page instanceof Uint8Array ? page : Buffer.from(JSON.stringify(page));
  };

  app.get<{ Querystring: Query }>('/api/start', { onSend: compressLarge }, async (request, reply) => {
    signedInOf(request);
    const texts = [request.query['list'] ?? []].flat().filter((text) => typeof text === 'string');
    if (texts.length > MOST_LISTS) throw badRequest(`Invalid list: at most ${MOST_LISTS} expected.`);
    const lists: Buffer[] = [];
    let bytes = 0;
    // One after the other: the caller's expensive lists share a turn and a budget.
    for (const text of texts) {
      const list = await readList(request, text).catch((error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      });
      bytes += list?.length ?? 0;
      lists.push(list && bytes <= LARGEST_ANSWER ? list : Buffer.from('null'));
    }
    reply.type('application/json; charset=utf-8');
    return Buffer.from(`{"lists":[${lists.map((list) => list.toString()).join(',')}]}`);
  });
}
