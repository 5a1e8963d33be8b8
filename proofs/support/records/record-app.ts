import assert from 'node:assert/strict';
import { EventSource } from 'eventsource';
import Fastify, { type FastifyInstance } from 'fastify';
import PocketBase, { ClientResponseError } from 'pocketbase';
import { pino } from 'pino';
import type { Engine } from '#server/ground/db/database.ts';
import type { OpenDatabase } from '#server/ground/db/open-database.ts';
import { ownerId, type OwnerId } from '#server/ground/identity/actor.ts';
import { registerBatch } from '#server/records/batch.ts';
import { bodyReader, registerBodyParsers } from '#server/ground/http/bodies.ts';
import type { Collection, RecordContext } from '#server/records/collection.ts';
import type { AccessEvent } from '#server/ground/events/events.ts';
import { registerErrorHandling } from '#server/ground/http/error-response.ts';
import type { Limits } from '#server/ground/limits/limit-rules.ts';
import { Quota } from '#server/ground/limits/quota.ts';
import { openLimits } from '#server/ground/limits/limits-store.ts';
import { openNodes } from '#server/ground/nodes/open-nodes.ts';
import type { HubOptions } from '#server/records/realtime/hub.ts';
import { registerRealtime } from '#server/records/realtime/routes.ts';
import { registerViews } from '#server/ground/journal/views.ts';
import { registerRecordRoutes } from '#server/records/routes.ts';
import { recordCollections } from '#proofs/support/records/record-collections.ts';
import { nodeCount, openTestDatabase, openUnlocked, type TestDatabase } from '#proofs/support/engines.ts';
import { joinNodes } from '#proofs/support/join-nodes.ts';
import { addPractitioner } from '#proofs/support/rows.ts';

Object.assign(globalThis, { EventSource });

export const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');

/** The record API alone over a fresh database, with plain collections and tokens that name their owner. */
export interface RecordApp extends AsyncDisposable {
  app: FastifyInstance;
  context: RecordContext;
  data: TestDatabase;
  url: string;
  direct: string;
  clock: { now: Temporal.Instant };
  /** Ended sign-ins; any other is valid. */
  endedSignIns: Set<string>;
  /** Publishes the end of a sign-in at every node. */
  endAccess(event: AccessEvent): void;
  dispose(): Promise<void>;
}

interface RecordAppOptions {
  collections?: readonly Collection[];
  realtime?: Partial<HubOptions>;
  limits?: Limits;
}

export async function startRecordApp(engine: Engine, options: RecordAppOptions = {}): Promise<RecordApp> {
  const data = await openTestDatabase(engine);
  const clock = { now: NOW };
  const endedSignIns = new Set<string>();
  const start = (db: OpenDatabase): Promise<Node> => startNode({ ...options, data, db, clock, endedSignIns });
  const first = await start(data.db);
  const others = await Promise.all(
    Array.from({ length: nodeCount(engine) - 1 }, async () => start(await openUnlocked(data.config))),
  );
  const site = await joinNodes([first, ...others]);
  const dispose = async (): Promise<void> => {
    await site.close();
    await Promise.all([first, ...others].map((node) => node.stop()));
    await Promise.all(others.map(({ context }) => context.db.close()));
    await data.dispose();
  };
  const { context } = first;
  const endAccess = (event: AccessEvent): void =>
    [first, ...others].forEach((node) => node.context.events.emitAccessEnded(event));
  return { ...site, context, data, clock, endedSignIns, endAccess, dispose, [Symbol.asyncDispose]: dispose };
}

interface Node extends Pick<RecordApp, 'app' | 'context' | 'url'> {
  stop(): Promise<void>;
}

interface NodeOptions extends RecordAppOptions, Pick<RecordApp, 'data' | 'clock' | 'endedSignIns'> {
  db: OpenDatabase;
}

async function startNode({ data, db, clock, endedSignIns, collections, realtime, limits }: NodeOptions): Promise<Node> {
  const log = pino({ level: 'silent' });
  const nodes = await openNodes(db, log);
  const context = {
    config: data.config,
    db,
    events: nodes.events,
    log,
    collections: collections ?? recordCollections,
    now: () => clock.now,
    limits: limits ?? openLimits(db),
    quota: new Quota(db, data.config.quotaMb),
  } satisfies Omit<RecordContext, 'secrets'>;
  // The record API itself signs nothing and writes no letters.
  const whole = context as unknown as RecordContext;
  const app = Fastify({ bodyLimit: 1024 * 1024 });
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async (request) => {
    const [owner, signIn, expiresAt] = (request.headers.authorization ?? '').split(':');
    if (!owner) return;
    const from = { address: request.ip, device: 'test' };
    request.actor = { kind: 'user', owner: ownerId(owner), signIn: signIn ?? '', expiresAt: Number(expiresAt), from };
  });
  registerErrorHandling(app);
  registerBodyParsers(app, bodyReader(context.limits));
  await registerRecordRoutes(app, whole, registerViews(app, whole));
  await registerBatch(app, whole);
  await registerRealtime(app, whole, {
    peers: nodes.peers,
    livingSignIns: async (ids) => new Set(ids.filter((id) => !endedSignIns.has(id))),
    ...realtime,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async (): Promise<void> => {
    await app.close();
    await nodes.close();
  };
  return { app, context: whole, url, stop };
}

export function tokenOf(owner: OwnerId, signIn = 'first', expiresAt = NOW.epochMilliseconds / 1000 + 3600): string {
  return `${owner}:${signIn}:${expiresAt}`;
}

/** The unmodified SDK, signed in as the owner or not at all. */
export function sdk(url: string, owner?: OwnerId, token = owner && tokenOf(owner)): PocketBase {
  const client = new PocketBase(url);
  client.autoCancellation(false);
  if (owner && token) client.authStore.save(token, { id: owner, collectionId: 'pbc_users', collectionName: 'users' });
  return client;
}

export interface Practitioner {
  id: OwnerId;
  token: string;
  pb: PocketBase;
}

export async function practitioner({ data, url }: RecordApp): Promise<Practitioner> {
  const id = await addPractitioner(data.db);
  return { id, token: tokenOf(id), pb: sdk(url, id) };
}

/** Returns the response of a refused call. */
export async function refusalIn(call: Promise<unknown>): Promise<ClientResponseError['response']> {
  const error = await call.then(
    () => assert.fail('was accepted'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ClientResponseError, String(error));
  return error.response;
}
