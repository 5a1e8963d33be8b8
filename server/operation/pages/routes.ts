import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '#server/ground/http/address.ts';
import { UNAVAILABLE_SECONDS } from '#server/ground/http/error-response.ts';
import { readBookingPage } from '#server/practice/booking/read-booking-page.ts';
import type { Context } from '#server/ground/context.ts';
import { DataUnavailable } from '#server/ground/db/unavailable.ts';
import { LIMITS, TooManyRequests } from '#server/ground/limits/limit-rules.ts';
import { NO_PAGE, type Page, PageTemplates } from '#server/operation/pages/page-templates.ts';
import { repairAddress } from '#server/operation/pages/repair-address.ts';
import { sendPage } from '#server/operation/pages/security-headers.ts';
import { registerStopPage } from '#server/operation/pages/stop-page.ts';
import { describeError } from '#server/ground/process/log.ts';
import { SingleFlight } from '#server/ground/process/single-flight.ts';

const DAY_IN_SECONDS = 86_400;
const YEAR_IN_SECONDS = 31_536_000;

/** Paths of the application's router; for any other path it shows its not-found screen, with a 404. */
const APPLICATION_PATH = /^\/(?:auth(?:\/.*)?|dashboard(?:\/.*)?|sessions\/.*)?$/;

/** A text without the page and its scripts, which would only request it again. */
const TOO_MANY = 'Слишком много запросов. Подождите минуту и обновите страницу.';

/** The pages and their files: HTML with a nonce per response, assets immutable and compressed by the build. */
export async function registerPageRoutes(app: FastifyInstance, context: Context, folder: string): Promise<void> {
  const templates = await PageTemplates.read(folder);
  registerStopPage(app, context, templates?.fontFaces ?? '');
  if (!templates) {
    context.log.warn('The web is not built: only the API is served. Run npm start, or vite build.');
    return;
  }
  await registerFiles(app, folder);
  registerBookingPage(app, context, templates);
  app.get('/visit', (request, reply) =>
    sendPage(request, reply.header('x-robots-tag', 'noindex'), 200, templates.visit),
  );
  app.get('/*', (request, reply) => {
    const meant = repairAddress(request.url);
    if (meant !== null) return reply.redirect(meant);
    const [path = '/'] = request.url.split('?');
    return sendPage(request, reply, APPLICATION_PATH.test(path) ? 200 : 404, templates.application);
  });
}

async function registerFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_IN_SECONDS * 1000,
    index: false,
    decorateReply: true,
  });
  const forADay = { maxAge: DAY_IN_SECONDS * 1000, immutable: false };
  for (const file of ['favicon.ico', 'favicon.svg', 'manifest.webmanifest']) {
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file, folder, forADay));
  }
  app.get<{ Params: { file: string } }>('/icons/:file', ({ params }, reply) =>
    reply.sendFile(params.file, join(folder, 'icons'), forADay),
  );
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send('User-agent: *\nDisallow: /\n'));
}

function registerBookingPage(app: FastifyInstance, context: Context, templates: PageTemplates): void {
  const flight = new SingleFlight<{ status: number; page: Page }>();
  const find = async (hash: string): Promise<{ status: number; page: Page }> => {
    const data = await readBookingPage(context, hash);
    return { status: data ? 200 : 404, page: templates.booking(data ?? NO_PAGE) };
  };
  app.get<{ Params: { hash: string } }>('/booking/:hash', async (request, reply) => {
    const meant = repairAddress(request.url);
    if (meant !== null) return reply.redirect(meant);
    try {
      await context.limits.take(LIMITS.pageReadsPerNetwork, networkOf(request.ip));
      const { hash } = request.params;
      const { status, page } = await flight.run(hash, () => find(hash));
      return await sendPage(request, reply, status, page);
    } catch (error) {
      if (error instanceof TooManyRequests) {
        reply.header('retry-after', String(error.retryAfterSeconds));
        return reply.status(429).type('text/plain; charset=utf-8').send(TOO_MANY);
      }
      // The page then fetches its data itself and shows a failure.
      request.log.error({ error: describeError(error), route: request.routeOptions.url });
      const isAway = error instanceof DataUnavailable;
      if (isAway) reply.header('retry-after', String(UNAVAILABLE_SECONDS));
      return sendPage(request, reply, isAway ? 503 : 500, templates.booking(null));
    }
  });
}
