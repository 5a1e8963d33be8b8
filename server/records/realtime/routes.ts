import type { FastifyInstance } from 'fastify';
import { networkOf } from '#server/ground/http/address.ts';
import type { RecordContext } from '#server/records/collection.ts';
import { keysInScope, newScope } from '#server/ground/db/strict-keys.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import type { Peers, StreamCall } from '#server/ground/nodes/peers.ts';
import { readBody } from '#server/ground/http/bodies.ts';
import type { ErrorBody } from '#server/ground/http/error-response.ts';
import { Hub, type HubOptions } from '#server/records/realtime/hub.ts';
import { readSubscription } from '#server/records/realtime/subscription.ts';
import { readTopics } from '#server/records/realtime/topic.ts';
import { actorOf } from '#server/ground/http/request.ts';

const DEFAULTS = {
  streams: 5000,
  streamsPerAccount: 30,
  streamsPerAddress: 300,
  topicsPerAccount: 500,
  heartbeatMs: 25_000,
} as const;

/** A topic of none of the records: subscribing to it sends the position of the account's events at that moment. */
const POSITION = 'position';

/** Room for the most topics of a stream, with their encoding. */
const BODY_LIMIT = 256 * 1024;

/** `GET /api/realtime` opens a stream of events, `POST` sets its topics (record API §6). */
export async function registerRealtime(
  app: FastifyInstance,
  context: RecordContext,
  { peers, ...options }: { peers: Peers | null } & Partial<HubOptions> & Pick<HubOptions, 'livingSignIns'>,
): Promise<void> {
  const hub = new Hub(context, {
    ...DEFAULTS,
    streamPrefix: peers?.prefix ?? '',
    ...options,
  });
  app.addHook('preClose', async () => hub.close());

  const subscribe = async ({ clientId, subscriptions, actor, address, keys }: StreamCall): Promise<void> => {
    const stream = hub.find(clientId, address, actor);
    // A guest receives no events, for any topic.
    if (actor.kind === 'guest') return hub.subscribe(stream, actor, []);
    const known = hub.otherTopics(stream, actor.owner, subscriptions.length);
    const scope = newScope({ owner: actor.owner, signIn: actor.signIn, ...keys, part: () => keys.part });
    await hub.subscribe(stream, actor, readTopics(subscriptions, context, known), scope);
    if (!subscriptions.includes(POSITION)) return;
    stream.send(POSITION, JSON.stringify({ position: context.events.positionOf(actor.owner) }));
  };
  peers?.serve(subscribe, (start) => hub.idOf(start));

  app.get('/api/realtime', { exposeHeadRoute: false }, (request, reply) => {
    hub.open(() => {
      reply.hijack();
      const { raw } = reply;
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) raw.setHeader(name, value);
      }
      return raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
    }, request.ip);
  });

  app.post('/api/realtime', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const actor = actorOf(request);
    await context.limits.take(LIMITS.subscriptionsPerNetwork, networkOf(request.ip));
    if (actor.kind === 'user') await context.limits.take(LIMITS.subscriptionsPerAccount, actor.owner);
    const read = readSubscription(readBody(request.body));
    if ('errors' in read) {
      const body: ErrorBody = { status: 400, message: 'Failed to read the subscriptions.', data: read.errors };
      return reply.status(400).send(body);
    }
    const scope = actor.kind === 'user' ? keysInScope(actor.owner) : null;
    const keys = { part: scope?.part() ?? null, strict: scope?.strict ?? false };
    const call = { ...read, actor, address: request.ip, keys };
    // The stream can be open at another node than the one that received this request.
    if (peers && !hub.holds(read.clientId)) await peers.forward(call);
    else await subscribe(call);
    return reply.status(204).send();
  });
}
