import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SeriesChangePreview, SeriesPreview } from '#domain/series/series.ts';
import { notFound, Outdated } from '#domain/errors.ts';
import type { Context } from '#server/ground/context.ts';
import { act, type Action } from '#server/ground/action.ts';
import { readBody, readInput } from '#server/ground/http/bodies.ts';
import { isSilent, signedInOf } from '#server/ground/http/request.ts';
import { inOwnersTurn } from '#server/ground/limits/long-reads.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { withFieldErrors } from '#server/records/refusals.ts';
import { toWire } from '#server/records/fields.ts';
import { changeBody, changeOrderBody, endBody, seriesBody, wishBody } from '#server/practice/series/bodies.ts';
import { changeSeries } from '#server/practice/series/change-series.ts';
import { series } from '#server/practice/series/collection.ts';
import { createSeries } from '#server/practice/series/create-series.ts';
import { endSeries } from '#server/practice/series/end-series.ts';
import { previewChange } from '#server/practice/series/compute-change.ts';
import { previewSeries, seriesChanged } from '#server/practice/series/preview-series.ts';
import { readingScope } from '#server/practice/series/practice.ts';

interface OfSeries {
  Params: { id: string };
}

/** The routes to preview, create, change and end series. */
export async function registerSeriesRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const change = async <Result>(request: FastifyRequest, run: (action: Action) => Promise<Result>): Promise<Result> => {
    const actor = signedInOf(request);
    const save = () => act({ context, actor, now: context.now(), silent: isSilent(request) }, actor.owner, run);
    return withFieldErrors(series, 'create', save).catch((error: unknown) => {
      // Everything was judged free under the lock, so only a writer without the lock can have taken the time.
      throw error instanceof Outdated ? seriesChanged() : error;
    });
  };

  app.post('/api/series/preview', async (request): Promise<SeriesPreview> => {
    const { owner } = signedInOf(request);
    const wish = readInput(wishBody, readBody(request.body));
    return inOwnersTurn({ owner, limits: context.limits }, () => previewSeries(readingScope(context, owner), wish));
  });

  app.post('/api/series', async (request) => {
    const viewer = { actor: signedInOf(request), now: context.now() };
    const order = readInput(seriesBody, readBody(request.body));
    await context.quota.admit(viewer.actor.owner);
    const made = await change(request, (action) => createSeries(action, order));
    return { ...made, series: toWire(series, made.series, viewer) };
  });

  app.post<OfSeries>('/api/series/:id/change/preview', async (request): Promise<SeriesChangePreview> => {
    const { owner } = signedInOf(request);
    const wish = readInput(changeBody, readBody(request.body));
    const id = idOf(request);
    return inOwnersTurn({ owner, limits: context.limits }, () => previewChange(readingScope(context, owner), id, wish));
  });

  app.post<OfSeries>('/api/series/:id/change', async (request) => {
    const viewer = { actor: signedInOf(request), now: context.now() };
    const id = idOf(request);
    const order = readInput(changeOrderBody, readBody(request.body));
    await context.quota.admit(viewer.actor.owner);
    const changed = await change(request, (action) => changeSeries(action, id, order));
    return { series: toWire(series, changed.series, viewer), ...changed.counts };
  });

  app.post<OfSeries>('/api/series/:id/end', async (request) => {
    signedInOf(request);
    const id = idOf(request);
    const { from } = readInput(endBody, readBody(request.body));
    return change(request, (action) => endSeries(action, id, from));
  });
}

function idOf({ params: { id } }: FastifyRequest<OfSeries>): string {
  if (!RECORD_ID.test(id)) throw notFound();
  return id;
}
