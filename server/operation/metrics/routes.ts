import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/ground/config/config.ts';
import { isForThisMachine } from '#server/ground/config/loopback.ts';
import type { Context } from '#server/ground/context.ts';
import type { Counts } from '#server/ground/process/counts.ts';
import type { Departure } from '#server/ground/http/departure.ts';
import { isFromHere } from '#server/ground/http/from-here.ts';
import { CONTENT_TYPE, printFamilies } from '#server/operation/metrics/exposition.ts';
import { processFamilies, countFamilies, stateFamilies } from '#server/operation/metrics/state-families.ts';
import { readState } from '#server/operation/metrics/read-state.ts';
import type { RequestCounts } from '#server/operation/metrics/request-counts.ts';

interface OwnCounts {
  requests: RequestCounts;
  counts: Counts;
  departure: Departure;
}

/** The header that marks a token which is not a practitioner's. */
const REFUSED = 'www-authenticate';

/**
 * `/metrics` in the text format of Prometheus, for holders of METRICS_TOKEN; without such a token for callers on this
 * machine, if PUBLIC_URL is on it too, since a proxy could hide the caller. For everybody else it does not exist.
 * `/api/health` for everybody, with the state for holders of the token.
 */
export function registerMetrics(
  app: FastifyInstance,
  context: Context,
  { requests, counts, departure }: OwnCounts,
): void {
  const { config, db } = context;
  app.get('/metrics', async (request, reply) => {
    const mayRead =
      config.metricsToken === null ? isForThisMachine(config) && isFromHere(request) : holdsToken(request, config);
    if (!mayRead) return reply.callNotFound();
    reply.removeHeader(REFUSED);
    const state = await readState(context);
    const families = [
      ...stateFamilies(state),
      ...countFamilies(db, counts),
      ...requests.families(),
      ...processFamilies(),
    ];
    return reply.header('cache-control', 'no-store').type(CONTENT_TYPE).send(printFamilies(families));
  });

  app.get('/api/health', async (request, reply) => {
    departure.noteCheck();
    await db.check();
    const answer = { message: 'API is healthy.', code: 200, data: {} };
    if (!holdsToken(request, config)) return answer;
    reply.removeHeader(REFUSED).header('cache-control', 'no-store');
    return { ...answer, data: await readState(context) };
  });
}

function holdsToken({ headers }: FastifyRequest, { metricsToken }: Pick<Config, 'metricsToken'>): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  if (metricsToken === null || given === undefined) return false;
  return timingSafeEqual(sha256(given), sha256(metricsToken));
}

/** Hashes a text, because `timingSafeEqual` needs equal lengths. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
