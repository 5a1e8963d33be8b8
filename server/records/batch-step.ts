import { badRequest, conflict } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import type { Reader, Write } from '#server/db/database.ts';
import type { Row } from '#server/db/schema.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { BatchItem } from '#server/records/batch-request.ts';
import type { RecordTable } from '#server/db/tables.ts';
import { planCreate, runCreate } from '#server/records/create-record.ts';
import { planDelete, runDelete } from '#server/records/delete-record.ts';
import { findCollection, type RecordCall } from '#server/records/record-call.ts';
import { RECORD_ID } from '#server/identity/record-id.ts';
import { readShape, shapeRow } from '#server/records/shape.ts';
import { findOwned } from '#server/records/store.ts';
import { planUpdate, runUpdate } from '#server/records/update-record.ts';
import type { Body } from '#server/records/values.ts';

export interface BatchCaller {
  context: Context;
  actor: Actor;
  now: Temporal.Instant;
  address: string;
  device: string;
}

export interface BatchResult {
  status: 200 | 204;
  body: unknown;
}

/** A request of a batch that waits for the transaction. */
export interface BatchStep {
  /** How long it takes shall tell nobody what it found. */
  evenly: boolean;
  run(write: Write): Promise<BatchResult>;
}

type Run = (write: Write) => Promise<Row<RecordTable>>;

const RECORDS = /^\/api\/collections\/([^/]+)\/records(?:\/([^/]+))?$/;

/** Checks one request as the same request alone would be, and does its slow work. */
export async function planItem(caller: BatchCaller, item: BatchItem): Promise<BatchStep> {
  const address = readAddress(item.url);
  if (!address) throw badRequest('Unknown batch action.');
  const call: RecordCall = { ...caller, collection: findCollection(caller.context, address.collection) };
  if (item.method === 'DELETE' && address.id !== null) {
    // What takes a password is done alone: here it is refused as without one.
    const plan = await planDelete(call, address.id, call.collection.prepareDelete ? {} : item.body);
    return {
      evenly: false,
      async run(write) {
        await runDelete(plan, write);
        return { status: 204, body: null };
      },
    };
  }
  const shape = readShape(address.query);
  const run = await planWrite(call, item, address.id);
  return {
    evenly: call.collection.createEvenly === true,
    async run(write) {
      return { status: 200, body: await shapeRow(call, write.trx, await run(write), shape) };
    },
  };
}

async function planWrite(call: RecordCall, { method, body }: Omit<BatchItem, 'url'>, id: string | null): Promise<Run> {
  if (method === 'POST' && id === null) {
    const plan = await planCreate(call, body);
    // What comes before it in the batch may make room for it, but not where a guest asks.
    if (call.actor.kind === 'guest') await call.collection.lookBeforeCreate?.(call, plan.values);
    return (write) => runCreate(plan, write);
  }
  if (method === 'PATCH' && id !== null) {
    const plan = await planUpdate(call, id, body);
    return (write) => runUpdate(plan, write);
  }
  if (method === 'PUT' && id === null) return planUpsert(call, body);
  throw badRequest('Unknown batch action.');
}

/** Updates the record that the body names where it is the caller's, and creates it otherwise. */
async function planUpsert(call: RecordCall, body: Body): Promise<Run> {
  const id = typeof body['id'] === 'string' && RECORD_ID.test(body['id']) ? body['id'] : null;
  const plan = (found: boolean): Promise<Run> =>
    found ? planWrite(call, { method: 'PATCH', body }, id) : planWrite(call, { method: 'POST', body }, null);
  // Earlier requests of the batch may make or delete it: the transaction knows, where nothing has to come before it, no
  // slow work and no limit, which several nodes count in statements of their own.
  if (!call.collection.prepare && !call.collection.admitCreate) {
    return async (write) => {
      const run = await plan(await exists(call, write.trx, id));
      return run(write);
    };
  }
  const found = await exists(call, call.context.db.read, id);
  const planned = await plan(found);
  return async (write) => {
    if ((await exists(call, write.trx, id)) === found) return planned(write);
    throw conflict('The record is being changed by others, try again.');
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
