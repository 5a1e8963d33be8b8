import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inConstantSteps } from '#server/ground/http/constant-steps.ts';
import type { RecordCall, RecordContext } from '#server/records/collection.ts';
import { findCollection } from '#server/records/refusals.ts';
import { EVEN_WHEN_FULL } from '#server/ground/db/database.ts';
import type { Views } from '#server/ground/journal/views.ts';
import { printPage } from '#server/ground/http/paging.ts';
import { readBody } from '#server/ground/http/bodies.ts';
import { compressLarge, neverCompress } from '#server/ground/http/gzip.ts';
import { planCreate } from '#server/records/create-record.ts';
import { planDelete } from '#server/records/delete-record.ts';
import { fieldOf } from '#server/records/fields.ts';
import { listRecords, viewRecord } from '#server/records/list.ts';
import { actorOf, isSilent, originOf } from '#server/ground/http/request.ts';
import { readShape, shapeRow } from '#server/records/shape.ts';
import { planUpdate } from '#server/records/update-record.ts';

const RECORDS = '/api/collections/:collection/records';
const RECORD = `${RECORDS}/:id`;

const typesOf =
  ({ collection }: RecordCall) =>
  (name: string) =>
    fieldOf(collection, name)?.type;

interface OfCollection {
  Params: { collection: string };
  Querystring: Record<string, unknown>;
}

interface OfRecord extends OfCollection {
  Params: { collection: string; id: string };
}

/** The record API: list, view, create, update and delete of every declared collection (specification §7). */
export async function registerRecordRoutes(
  app: FastifyInstance,
  context: RecordContext,
  { noteView, noteRows, writeNoted }: Views,
): Promise<void> {
  const callOf = (request: FastifyRequest<OfCollection>): RecordCall => ({
    context,
    collection: findCollection(context, request.params.collection),
    actor: actorOf(request),
    now: context.now(),
    from: originOf(request),
    silent: isSilent(request),
  });

  app.get<OfCollection>(RECORDS, { onSend: compressLarge, onResponse: writeNoted }, async (request, reply) => {
    const call = { ...callOf(request), isGone: () => request.raw.socket.destroyed };
    if (call.collection.mustStayPlain) neverCompress(request);
    noteView(request, call, null);
    reply.type('application/json; charset=utf-8');
    return printPage(
      await listRecords(call, request.query, (count, columns) => noteRows(request, call, count, columns)),
    );
  });

  app.get<OfRecord>(RECORD, { onResponse: writeNoted }, async (request, reply) => {
    const call = callOf(request);
    const { row, record } = await viewRecord(call, request.params.id, request.query);
    noteView(request, call, row);
    reply.type('application/json; charset=utf-8');
    return record;
  });

  app.post<OfCollection>(RECORDS, async (request) => {
    const call = callOf(request);
    const shape = readShape(request.query);
    const plan = await planCreate(call, readBody(request.body, typesOf(call)));
    const create = () => context.db.write(async (write) => shapeRow(call, write.trx, await plan.run(write), shape));
    return plan.inConstantSteps ? inConstantSteps(create) : create();
  });

  app.patch<OfRecord>(RECORD, async (request) => {
    const call = callOf(request);
    const shape = readShape(request.query);
    const plan = await planUpdate(call, request.params.id, readBody(request.body, typesOf(call)));
    return context.db.write(async (write) => shapeRow(call, write.trx, await plan.run(write), shape));
  });

  app.delete<OfRecord>(RECORD, async (request, reply) => {
    const call = callOf(request);
    const run = await planDelete(call, request.params.id, readBody(request.body, typesOf(call)));
    await context.db.write(run, EVEN_WHEN_FULL);
    return reply.status(204).send();
  });
}
