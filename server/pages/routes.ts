import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { BookingPage } from '#domain/booking/booking.ts';
import { networkOf } from '#server/http/address.ts';
import { FreeTimeLine } from '#server/booking/free-time-line.ts';
import { bookingPageOf, findProfileByHash, readBookingPage } from '#server/booking/read-booking-page.ts';
import type { Context } from '#server/context.ts';
import { DataUnavailable } from '#server/db/unavailable.ts';
import { LIMITS, TooManyRequests } from '#server/limits/limits.ts';
import type { DrawnPage } from '#server/pages/drawn-page.ts';
import { PageTemplates } from '#server/pages/page-templates.ts';
import { sendPage } from '#server/pages/security-headers.ts';
import { describeError } from '#server/process/log.ts';
import { UNAVAILABLE_SECONDS } from '#server/http/error-response.ts';

const YEAR_IN_SECONDS = 31_536_000;

/** Addresses that the application's router knows; any other page is its not-found screen with a 404. */
const APPLICATION_PATH = /^\/(?:auth(?:\/.*)?|dashboard(?:\/.*)?|sessions\/.*)?$/;

/** Without the page and its scripts, which would only ask again. */
const TOO_MANY = 'Слишком много запросов. Подождите минуту и обновите страницу.';

/** The pages and their files: HTML made per answer, assets immutable and compressed beforehand. */
export async function registerPageRoutes(app: FastifyInstance, context: Context, folder: string): Promise<void> {
  const templates = await PageTemplates.read(folder);
  if (!templates) {
    context.log.warn('The web is not built: only the API is served. Run npm start, or vite build.');
    return;
  }
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_IN_SECONDS * 1000,
    index: false,
    decorateReply: true,
  });
  if (existsSync(join(folder, 'favicon.svg'))) {
    app.get('/favicon.svg', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').sendFile('favicon.svg', folder),
    );
  }
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send('User-agent: *\nDisallow: /\n'));
  let missing: DrawnPage | null = null;
  /** Whichever link it is that nobody has. */
  const nobody = (): DrawnPage =>
    (missing ??= templates.booking({ hash: '', page: null, slots: null }, 'Психолог не найден'));
  const line = new FreeTimeLine<DrawnPage | null>();
  /** In a flood without the free times and the picture of them, which are what costs: the page asks for them. */
  const find = async (hash: string): Promise<DrawnPage | null> => {
    if (await isFlooded(context, hash)) {
      const profile = await findProfileByHash(context.db.read, hash);
      return profile ? templates.blankBooking(titleOf(bookingPageOf(profile))) : null;
    }
    return line.ask(hash, 'page', async () => {
      const found = await readBookingPage(context, hash);
      if (!found) return null;
      // Others are let in between: reading, drawing and compressing take milliseconds each.
      await turn();
      const page = templates.booking({ hash, ...found }, titleOf(found.page));
      await turn();
      page.compress();
      return page;
    });
  };
  app.get<{ Params: { hash: string } }>('/booking/:hash', async (request, reply) => {
    const { hash } = request.params;
    try {
      await context.limits.take(LIMITS.pageReadsPerAddress, networkOf(request.ip));
      const found = await find(hash);
      return await sendPage(request, reply, found ? 200 : 404, found ?? nobody());
    } catch (error) {
      if (error instanceof TooManyRequests) {
        reply.header('retry-after', String(error.retryAfterSeconds));
        return reply.status(429).type('text/plain; charset=utf-8').send(TOO_MANY);
      }
      // Without its data the page asks for them itself, and has words for a failure.
      request.log.error({ error: describeError(error), route: request.routeOptions.url });
      const isAway = error instanceof DataUnavailable;
      if (isAway) reply.header('retry-after', String(UNAVAILABLE_SECONDS));
      return sendPage(request, reply, isAway ? 503 : 500, templates.blankBooking('Запись на консультацию'));
    }
  });
  app.get('/*', (request, reply) => {
    const [path = '/'] = request.url.split('?');
    return sendPage(request, reply, APPLICATION_PATH.test(path) ? 200 : 404, templates.application);
  });
}

async function isFlooded(context: Context, hash: string): Promise<boolean> {
  try {
    await context.limits.take(LIMITS.pagesWithFreeTimes, hash);
    return false;
  } catch (error) {
    if (error instanceof TooManyRequests) return true;
    throw error;
  }
}

function titleOf({ name }: BookingPage): string {
  return `${name} — запись на консультацию`;
}
