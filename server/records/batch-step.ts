import { badRequest, conflict } from '#domain/errors.ts';
import type { Reader, Write } from '#server/ground/db/database.ts';
import type { BatchItem } from '#server/records/batch-request.ts';
import { planCreate } from '#server/records/create-record.ts';
import { planDelete } from '#server/records/delete-record.ts';
import type { RecordCall, WritePlan } from '#server/records/collection.ts';
import { findCollection } from '#server/records/refusals.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { readShape, shapeRow } from '#server/records/shape.ts';
import { findOwned } from '#server/records/store.ts';
import { planUpdate } from '#server/records/update-record.ts';
import type { Body } from '#server/ground/http/bodies.ts';

export type BatchCaller = Omit<RecordCall, 'collection'>;

export interface BatchResult {
  status: 200 | 204;
  body: unknown;
}

/** A request of a batch that waits for the transaction. */
export interface BatchStep {
  inConstantSteps?: true;
  run(write: Write): Promise<BatchResult>;
}

const RECORDS = /^\/api\/collections\/([^/]+)\/records(?:\/([^/]+))?$/;

/** Checks one request like the same single call, and does its slow work. */
export async function planItem(caller: BatchCaller, item: BatchItem): Promise<BatchStep> {
  const address = readAddress(item.url);
  if (!address) throw badRequest('Unknown batch action.');
  const call: RecordCall = {
    ...caller,
    collection: findCollection(caller.context, address.collection),
    silent: address.query['silent'] === 'true',
  };
  if (item.method === 'DELETE' && address.id !== null) {
    // A delete that takes a password works as a single call only; a batch refuses it as if the password were missing.
    const erase = await planDelete(call, address.id, {});
    return {
      async run(write) {
        await erase(write);
        return { status: 204, body: null };
      },
    };
  }
  const shape = readShape(address.query);
  const plan = await planWrite(call, item, address.id);
  return {
    ...plan,
    async run(write) {
      return { status: 200, body: await shapeRow(call, write.trx, await plan.run(write), shape) };
    },
  };
}

async function planWrite(
  call: RecordCall,
  { method, body }: Omit<BatchItem, 'url'>,
  id: string | null,
  isAdmitted = false,
): Promise<WritePlan> {
  if (method === 'POST' && id === null) return planCreate(call, body, isAdmitted);
  if (method === 'PATCH' && id !== null) return planUpdate(call, id, body, isAdmitted);
  if (method === 'PUT' && id === null) return planUpsert(call, body);
  throw badRequest('Unknown batch action.');
}

/** Updates the record that the body names where it is the caller's, and creates it otherwise. */
async function planUpsert(call: RecordCall, body: Body): Promise<WritePlan> {
  const id = typeof body['id'] === 'string' && RECORD_ID.test(body['id']) ? body['id'] : null;
  const { actor, context } = call;
  const plan = (found: boolean, isAdmitted = false): Promise<WritePlan> =>
    found
      ? planWrite(call, { method: 'PATCH', body }, id, isAdmitted)
      : planWrite(call, { method: 'POST', body }, null, isAdmitted);
  // Earlier requests of the batch can create or delete the record, so the transaction decides. A collection with
  // `receive` has slow work and limits to do first, and several nodes count limits in their own statements.
  if (!call.collection.receive) {
    // What a practice takes is measured outside of the transaction.
    if (actor.kind === 'user') await context.quota.admit(actor.owner);
    return {
      async run(write) {
        const { run } = await plan(await exists(call, write.trx, id), true);
        return run(write);
      },
    };
  }
  const found = actor.kind === 'user' && (await exists(call, context.db.read, id));
  const { run, ...planned } = await plan(found);
  return {
    ...planned,
    async run(write) {
      if ((await exists(call, write.trx, id)) === found) return run(write);
      throw conflict('The record is being changed by others, try again.');
    },
  };
}

async function exists({ actor, collection }: RecordCall, db: Reader, id: string | null): Promise<boolean> {
  if (actor.kind === 'guest' || id === null) return false;
  return (await findOwned(db, collection.name, actor.owner, id)) !== undefined;
}

interface Address {
  collection: string;
  id: string | null;
  query: Record<string, string>;
}

function readAddress(url: string): Address | null {
  const mark = url.indexOf('?');
  const match = RECORDS.exec(mark < 0 ? url : url.slice(0, mark));
  if (!match) return null;
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(mark < 0 ? '' : url.slice(mark))) query[name] ??= value;
  try {
    const [, collection = '', id] = match;
    return { collection: decodeURIComponent(collection), id: id === undefined ? null : decodeURIComponent(id), query };
  } catch {
    return null;
  }
}
