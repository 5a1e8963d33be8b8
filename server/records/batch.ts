import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { AppError, badRequest } from '#domain/errors.ts';
import { inConstantSteps } from '#server/ground/http/constant-steps.ts';
import type { RecordContext } from '#server/records/collection.ts';
import type { Write } from '#server/ground/db/database.ts';
import { answerTooLarge, bytesOf, LARGEST_ANSWER } from '#server/records/shape.ts';
import { BATCH_LIMITS, type BatchItem, readBatch } from '#server/records/batch-request.ts';
import { type BatchCaller, type BatchResult, type BatchStep, planItem } from '#server/records/batch-step.ts';
import { readBody } from '#server/ground/http/bodies.ts';
import { type ErrorBody, errorBody } from '#server/ground/http/error-response.ts';
import { actorOf, originOf } from '#server/ground/http/request.ts';

/** Each may check, seal and store the longest texts: twenty of them without a pause take 130 ms. */
const STEPS_AT_ONCE = 2;
const isDue = (index: number): boolean => index > 0 && index % STEPS_AT_ONCE === 0;

const FAILED = 'Batch transaction failed.';

/** The refused request of a batch; everything is rolled back. */
class ItemRefused extends Error {
  override readonly name = 'ItemRefused';
  readonly index: number;
  readonly reason: AppError;

  constructor(index: number, reason: AppError) {
    super(FAILED);
    this.index = index;
    this.reason = reason;
  }
}

/** `POST /api/batch`: up to 50 writes in one transaction, in order, all of them or none (record API §7). */
export async function registerBatch(app: FastifyInstance, context: RecordContext): Promise<void> {
  app.post('/api/batch', { bodyLimit: BATCH_LIMITS.bytes }, async (request, reply) => {
    const batch = readBatch(readBody(request.body));
    if ('errors' in batch) {
      const body: ErrorBody = { status: 400, message: 'Invalid batch request data.', data: batch.errors };
      return reply.status(400).send(body);
    }
    const caller = { context, actor: actorOf(request), now: context.now(), from: originOf(request) };
    const steps = await planAll(caller, batch.items);
    const run = () => context.db.write((write) => runAll(steps, write));
    try {
      return await (steps.some((step) => 'run' in step && step.inConstantSteps) ? inConstantSteps(run) : run());
    } catch (error) {
      if (!(error instanceof ItemRefused)) throw error;
      return reply.status(400).send(refusedBody(error));
    }
  });
}

type Planned = BatchStep | { refused: AppError };

/** Does the slow work before the transaction. A refusal here is thrown when the request's turn comes. */
async function planAll(caller: BatchCaller, items: readonly BatchItem[]): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const [index, item] of items.entries()) {
    if (isDue(index)) await nextTurn();
    try {
      planned.push(await planItem(caller, item));
    } catch (error) {
      // A full practice is no fault of one request.
      if (!(error instanceof AppError) || error.status === 507) throw error;
      planned.push({ refused: error });
      break;
    }
  }
  return planned;
}

async function runAll(steps: readonly Planned[], write: Write): Promise<BatchResult[]> {
  const deadline = performance.now() + BATCH_LIMITS.milliseconds;
  const results: BatchResult[] = [];
  let bytes = 0;
  for (const [index, step] of steps.entries()) {
    if (isDue(index)) await nextTurn();
    if (performance.now() > deadline) throw badRequest(FAILED);
    try {
      if ('refused' in step) throw step.refused;
      const result = await step.run(write);
      bytes += bytesOf(result.body);
      if (bytes > LARGEST_ANSWER) throw answerTooLarge();
      results.push(result);
    } catch (error) {
      throw error instanceof AppError ? new ItemRefused(index, error) : error;
    }
  }
  return results;
}

function refusedBody({ index, reason }: ItemRefused): ErrorBody {
  const response = errorBody(reason);
  const refused = { code: 'batch_request_failed', message: 'Batch request failed.', response };
  return { status: 400, message: FAILED, data: { requests: { [index]: refused } } };
}
