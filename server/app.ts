import fastifyCors from '@fastify/cors';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { registerAccountRoutes } from '#server/accounts/routes.ts';
import { livingSignIns } from '#server/accounts/sign-ins/sign-ins.ts';
import { registerBookingRoutes } from '#server/practice/booking/routes.ts';
import { registerArchiveRoutes } from '#server/data/archive/routes.ts';
import { collections } from '#server/collections.ts';
import { registerErasureRoutes } from '#server/data/erasures/routes.ts';
import { Uploads } from '#server/data/archive/uploads.ts';
import { registerCsvImportRoutes } from '#server/data/csv-import/routes.ts';
import type { Departure } from '#server/ground/http/departure.ts';
import { answerClientError } from '#server/ground/http/client-error.ts';
import type { Context } from '#server/ground/context.ts';
import { registerJournalRoutes } from '#server/practice/journal/routes.ts';
import { registerLetterRoutes } from '#server/practice/letters/routes.ts';
import { RequestCounts } from '#server/operation/metrics/request-counts.ts';
import { registerMetrics } from '#server/operation/metrics/routes.ts';
import type { Peers } from '#server/ground/nodes/peers.ts';
import type { Counts } from '#server/ground/process/counts.ts';
import { registerMailbox } from '#server/ground/mail/mailbox.ts';
import { registerMoneyRoutes } from '#server/practice/money/routes.ts';
import { registerNewsRoutes } from '#server/practice/news/routes.ts';
import { registerPageRoutes } from '#server/operation/pages/routes.ts';
import { answerHeaders } from '#server/operation/pages/security-headers.ts';
import { registerProfileRoutes } from '#server/practice/profiles/routes.ts';
import { registerBatch } from '#server/records/batch.ts';
import { routeName } from '#server/ground/http/request.ts';
import { bodyReader, registerBodyParsers } from '#server/ground/http/bodies.ts';
import { boundNetworks, warnOfUnnamedProxy } from '#server/ground/http/share-of-network.ts';
import { registerErrorHandling, sendError } from '#server/ground/http/error-response.ts';
import { registerRealtime } from '#server/records/realtime/routes.ts';
import { registerRecordRoutes } from '#server/records/routes.ts';
import { registerSeriesRoutes } from '#server/practice/series/routes.ts';
import { registerSessionRoutes } from '#server/practice/sessions/routes.ts';
import { registerVisitRoutes } from '#server/practice/visits/routes.ts';
import { registerViews } from '#server/ground/journal/views.ts';
import { registerStart } from '#server/practice/start/routes.ts';

const BODY_LIMIT = 1024 * 1024;
const SECOND = 1000;

/** Twice as many as streams of events; further connections are closed before they cost anything. */
const MOST_CONNECTIONS = 10_000;

const UNLOGGED: readonly string[] = ['/api/health', '/metrics'];

/** What single parts of the application need besides the context. */
interface Parts {
  /** The folder of the built web. */
  webFolder: string;
  peers: Peers | null;
  counts: Counts;
  mailboxKey: string;
  departure: Departure;
}

/** Returns the HTTP application for a context. The order of registration is the architecture. */
export async function buildApp(
  context: Context,
  { webFolder, peers, counts, mailboxKey, departure }: Parts,
): Promise<FastifyInstance> {
  const recordContext = { ...context, collections };
  const headers = answerHeaders(context.config);
  const requests = new RequestCounts();
  const app = Fastify({
    loggerInstance: context.log,
    // Our own log entry below names the route's pattern: an address can hold a booking hash or a search text.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: context.config.trustProxy.length > 0 ? context.config.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 10 * SECOND,
    // Without data in either direction, also for a reader who does not read: streams of events beat more often.
    connectionTimeout: 60 * SECOND,
    keepAliveTimeout: 10 * SECOND,
    forceCloseConnections: 'idle',
    // While the server stops, the next request of a kept connection gets a normal response, and is its last one.
    return503OnClosing: false,
    // Node checks for slow connections every 30 s by default, which would make the limits above meaningless.
    http: { headersTimeout: 5 * SECOND, connectionsCheckingInterval: SECOND },
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: (error, socket) => answerClientError(context.log, headers, error, socket),
    // An address that cannot be decoded gets its response before any route is found.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(headers)),
  });
  app.server.maxConnections = MOST_CONNECTIONS;
  boundNetworks(app, { behindProxies: context.config.trustProxy.length > 0 });
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = routeName(request);
    requests.note(route, method, status, elapsedTime);
    // Asked every second or two by each proxy: only an answer that is not the usual one is worth a line.
    if (!(UNLOGGED.includes(route) && status < 400)) {
      context.log.info({ method, route, status, ms: Math.round(elapsedTime) });
    }
    done();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  if (context.config.allowedOrigins.length > 0) {
    await app.register(fastifyCors, {
      origin: context.config.allowedOrigins,
      methods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE'],
      exposedHeaders: ['www-authenticate', 'retry-after'],
    });
  }
  warnOfUnnamedProxy(app);
  registerErrorHandling(app);
  const readBytes = bodyReader(context.limits);
  registerBodyParsers(app, readBytes);
  await registerAccountRoutes(app, context, counts);
  const views = registerViews(app, context);
  await registerRecordRoutes(app, recordContext, views);
  await registerStart(app, recordContext, views);
  await registerBatch(app, recordContext);
  await registerRealtime(app, recordContext, { peers, livingSignIns: (ids) => livingSignIns(context, ids) });
  await registerBookingRoutes(app, context);
  await registerProfileRoutes(app, context);
  await registerSessionRoutes(app, context);
  await registerSeriesRoutes(app, context);
  await registerLetterRoutes(app, context, readBytes);
  await registerVisitRoutes(app, context);
  registerMoneyRoutes(app, context);
  registerNewsRoutes(app, context);
  await registerJournalRoutes(app, context);
  const uploads = new Uploads(context.config.dataDir);
  await registerArchiveRoutes(app, context, uploads);
  registerErasureRoutes(app, context);
  await registerCsvImportRoutes(app, context, uploads);
  registerMetrics(app, context, { requests, counts, departure });
  await registerMailbox(app, context.config, mailboxKey);
  await registerPageRoutes(app, context, webFolder);
  return app;
}
