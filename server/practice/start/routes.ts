import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badRequest } from '#domain/errors.ts';
import type { RecordContext, RecordCall } from '#server/records/collection.ts';
import { findCollection } from '#server/records/refusals.ts';
import { gzipPieces, isWorthGzip, type Piece, varyByEncoding } from '#server/ground/http/gzip.ts';
import { printPage } from '#server/ground/http/paging.ts';
import { originOf, type Query, signedInOf } from '#server/ground/http/request.ts';
import type { Views } from '#server/ground/journal/views.ts';
import { listRecords } from '#server/records/list.ts';

/** A screen reads no more at first. */
const MOST_LISTS = 10;

/** Bytes from which no further list is read; those that do not fit are requested alone. */
const MOST_BYTES = 2 * 1024 * 1024;

interface ReadList extends Piece {
  /** Records the list in the journal, once it is sent. */
  note: () => void;
}

/**
 * `GET /api/start?list=clients%3Fpage%3D1…&list=…`: the lists of a page's first screen in one response, each as the
 * record API itself returns it, or null where that would refuse it; and the position of the account's events before
 * them, by which a stream says whether there were any since. For practitioners only, and without a token in the
 * response.
 */
export async function registerStart(
  app: FastifyInstance,
  context: RecordContext,
  { noteView, noteRows, writeNoted }: Views,
): Promise<void> {
  const readList = async (request: FastifyRequest, text: string): Promise<ReadList> => {
    const [name = '', ...query] = text.split('?');
    const call: RecordCall = {
      context,
      collection: findCollection(context, name),
      actor: signedInOf(request),
      now: context.now(),
      from: originOf(request),
      isGone: () => request.raw.socket.destroyed,
    };
    let note = () => noteView(request, call, null);
    const page = await listRecords(call, Object.fromEntries(new URLSearchParams(query.join('?'))), (count, columns) => {
      note = () => {
        noteView(request, call, null);
        noteRows(request, call, count, columns);
      };
    });
    return { bytes: await printPage(page), plain: call.collection.mustStayPlain ?? false, note };
  };

  app.get<{ Querystring: Query }>('/api/start', { onResponse: writeNoted }, async (request, reply) => {
    const position = context.events.positionOf(signedInOf(request).owner);
    const texts = textsOf(request.query['list']);
    if (texts.length > MOST_LISTS) throw badRequest(`Invalid list: at most ${MOST_LISTS} expected.`);
    const lists: Piece[] = [];
    let kept = 0;
    // One after the other, so that no more than one is in memory beyond the limit.
    for (const text of texts) {
      const mayRead = kept < MOST_BYTES && !request.raw.socket.destroyed;
      const read = mayRead ? await readList(request, text).catch(nullIfRefused) : null;
      if (lists.length > 0) lists.push(plain(','));
      if (read && kept + read.bytes.length <= MOST_BYTES) {
        kept += read.bytes.length;
        read.note();
        lists.push(read);
      } else lists.push(plain('null'));
    }
    reply.type('application/json; charset=utf-8');
    varyByEncoding(reply);
    const pieces = [plain(`{"position":${JSON.stringify(position)},"lists":[`), ...lists, plain(']}')];
    if (!isWorthGzip(request, kept)) return Buffer.concat(pieces.map(({ bytes }) => bytes));
    reply.header('content-encoding', 'gzip');
    return gzipPieces(pieces);
  });
}

function plain(text: string): Piece {
  return { bytes: Buffer.from(text), plain: true };
}

function textsOf(list: unknown): string[] {
  return [list ?? []].flat().filter((text) => typeof text === 'string');
}

function nullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
