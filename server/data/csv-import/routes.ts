import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isComplete, printColumns, readColumns } from '#domain/csv-import/columns.ts';
import { CSV_ENCODINGS } from '#domain/csv-import/encoding.ts';
import { CSV_SEPARATORS } from '#domain/csv-import/file.ts';
import { CSV_LIMITS, type CsvImported, type CsvImports, type CsvPreview } from '#domain/csv-import/report.ts';
import { AppError, badRequest } from '#domain/errors.ts';
import type { Context } from '#server/ground/context.ts';
import { act } from '#server/ground/action.ts';
import { refuseLocked } from '#server/ground/db/strict-keys.ts';
import { hangUpSoon, readInput } from '#server/ground/http/bodies.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { signedInOf } from '#server/ground/http/request.ts';
import type { OwnerId } from '#server/ground/identity/actor.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import type { Uploads } from '#server/data/archive/uploads.ts';
import { Spool } from '#server/data/archive/spool.ts';
import { ArchiveQueue } from '#server/data/archive/archive-queue.ts';
import { importClients } from '#server/data/csv-import/import-clients.ts';
import { planImport, readRows, todayOf } from '#server/data/csv-import/plan-import.ts';
import { readTable, type Table } from '#server/data/csv-import/read-table.ts';
import { recentImports, takeBack } from '#server/data/csv-import/take-back.ts';

/** The types that browsers and programs send for a table; Windows names it after Excel. */
const TYPES = [
  'text/csv',
  'text/plain',
  'text/tab-separated-values',
  'application/csv',
  'application/vnd.ms-excel',
  'text/vcard',
  'text/x-vcard',
  'text/directory',
  'application/gzip',
  'application/x-gzip',
  'application/octet-stream',
];

const reading = z.object({
  encoding: z.enum(CSV_ENCODINGS).optional(),
  separator: z.enum(CSV_SEPARATORS).optional(),
  header: z.stringbool({ truthy: ['1'], falsy: ['0'] }).optional(),
});
const columns = z
  .string()
  .transform(readColumns)
  .refine((chosen) => chosen !== null, { params: { ...FIELD_ERROR.invalidValue } });
const previewQuery = reading.extend({ columns: columns.optional() });
const importQuery = reading.extend({ columns });

/**
 * The routes by which a practitioner imports clients from another program's table and takes an import back (OWN-03).
 */
export async function registerCsvImportRoutes(
  app: FastifyInstance,
  context: Context,
  received: Uploads,
): Promise<void> {
  const queue = new ArchiveQueue();

  app.get('/api/import/csv', async (request): Promise<CsvImports> => {
    const { owner } = signedInOf(request);
    return recentImports(context.db.read, owner, context.now());
  });

  app.delete<{ Params: { import: string } }>('/api/import/csv/:import', async (request) => {
    const actor = signedInOf(request);
    const caller = { context, actor, now: context.now() };
    return act(caller, actor.owner, (action) => takeBack(action, request.params.import));
  });

  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(TYPES, async (request: FastifyRequest, stream: IncomingMessage) => {
      const { owner } = signedInOf(request);
      await context.limits.take(LIMITS.csvImportsPerAccount, owner);
      return received.receive(owner, stream, { mostBytes: CSV_LIMITS.bytes });
    });
    uploads.addContentTypeParser('*', async (request: FastifyRequest, stream: IncomingMessage) => {
      hangUpSoon(stream);
      signedInOf(request);
      throw new AppError(415, 'Unsupported Content-Type.');
    });

    const inTurn = async <Result>(
      request: FastifyRequest,
      work: (bytes: Buffer, owner: OwnerId) => Promise<Result>,
    ) => {
      const { owner } = signedInOf(request);
      const { body } = request;
      if (!(body instanceof Spool)) throw badRequest('A table expected.');
      await using file = body;
      await refuseLocked(context.db.read, owner);
      return await queue.run(owner, async () => work(Buffer.concat(await Array.fromAsync(file.read())), owner));
    };
    const options = { bodyLimit: CSV_LIMITS.bytes };

    uploads.post('/api/import/csv/preview', options, (request): Promise<CsvPreview> =>
      inTurn(request, async (bytes, owner) => {
        const asked = readInput(previewQuery, { ...Object(request.query) });
        const table = await readTable(bytes, asked);
        const chosen = asked.columns ?? table.found;
        const practice = { reader: context.db.read, owner, now: context.now() };
        const rows = isComplete(chosen) ? await readRows(table, chosen, await todayOf(practice)) : [];
        const { clients, refused, remarks } = await planImport(practice, rows);
        return { ...shown(table), chosen: printColumns(chosen), imported: clients.length, refused, remarks };
      }),
    );

    uploads.post('/api/import/csv', options, (request): Promise<CsvImported> =>
      inTurn(request, async (bytes, owner) => {
        await context.quota.admit(owner, bytes.length);
        const asked = readInput(importQuery, { ...Object(request.query) });
        const table = await readTable(bytes, asked);
        const now = context.now();
        const today = await todayOf({ reader: context.db.read, owner, now });
        const rows = await readRows(table, asked.columns, today);
        return importClients({ context, actor: signedInOf(request), now }, owner, rows);
      }),
    );
  });
}

function shown({ kind, encoding, separator, header, names, rows, offered }: Table) {
  const cut = (text: string): string => text.slice(0, CSV_LIMITS.shownText).toWellFormed();
  return {
    kind,
    encoding,
    separator,
    header,
    columns: names.map(cut),
    offered,
    rows: rows
      .filter(({ why }) => why === undefined)
      .slice(0, CSV_LIMITS.shownRows)
      .map(({ cells }) => cells.map(cut)),
    total: rows.length,
  };
}
