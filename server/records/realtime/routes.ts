import type { FastifyInstance } from 'fastify';
import { livingSignIns } from '#server/accounts/sign-ins.ts';
import type { Context } from '#server/context.ts';
import type { StreamCall } from '#server/nodes/peers.ts';
import { readBody } from '#server/records/bodies.ts';
import type { ErrorBody } from '#server/records/error-response.ts';
import { Hub, type HubOptions } from '#server/records/realtime/hub.ts';
import { readSubscription } from '#server/records/realtime/subscription.ts';
import { readTopic } from '#server/records/realtime/topic.ts';
import { actorOf, decorateWithActor } from '#server/records/request.ts';

const LIMITS = { streams: 5000, streamsPerAccount: 30, streamsPerAddress: 300, heartbeatMs: 25_000 } as const;

/** `GET /api/realtime` opens a stream of events, `POST` says what it is told (record API §6). */
export async function registerRealtime(
  app: FastifyInstance,
  context: Context,
  options: Partial<HubOptions> = {},
): Promise<void> {
  decorateWithActor(app);
  const hub = new Hub(context, {
    ...LIMITS,
    livingSignIns: (ids) => livingSignIns(context.db, ids),
    ...options,
  });
  app.addHook('preClose', async () => hub.close());

  const subscribe = async ({ clientId, subscriptions, actor, address }: StreamCall): Promise<void> => {
    const stream = hub.find(clientId, address, actor);
    const topics = subscriptions.flatMap((name) => readTopic(name, context) ?? []);
    await hub.subscribe(stream, actor, topics);
  };
  context.peers?.serve(subscribe);

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

  app.post('/api/realtime', async (request, reply) => {
    const read = readSubscription(readBody(request.body, null));
    if ('errors' in read) {
      const body: ErrorBody = { status: 400, message: 'Failed to read the subscriptions.', data: read.errors };
      return reply.status(400).send(body);
    }
    const call = { ...read, actor: actorOf(request), address: request.ip };
    // The stream may be open at another node than the one that this request came to.
    if (context.peers && !hub.holds(read.clientId)) await context.peers.forward(call);
    else await subscribe(call);
    return reply.status(204).send();
  });
}
