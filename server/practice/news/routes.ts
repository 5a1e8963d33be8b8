import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { printInstant, readInstant } from '#domain/time/instant.ts';
import { act } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { readBody, readInput } from '#server/ground/http/bodies.ts';
import { signedInOf } from '#server/ground/http/request.ts';
import { markSeen, markUnseen } from '#server/practice/news/write-news.ts';

const instant = z.string().transform((text, context) => {
  const read = readInstant(text);
  if (read) return printInstant(read);
  context.addIssue({ code: 'custom', params: { message: 'Must be a date.' } });
  return z.NEVER;
});
const seenBody = z.object({ until: instant.optional() });
const unseenBody = z.object({ at: instant });

/**
 * `POST /api/news/seen` `{until?}` marks the caller's news as seen, all or those created until then. With the returned
 * `at`, `POST /api/news/unseen` undoes that (NEWS-01).
 */
export function registerNewsRoutes(app: FastifyInstance, context: Context): void {
  app.post('/api/news/seen', async (request) => {
    const actor = signedInOf(request);
    const { until } = readInput(seenBody, readBody(request.body));
    const by = { context, actor, now: context.now() };
    return { at: await act(by, actor.owner, (action) => markSeen(action, until)) };
  });

  app.post('/api/news/unseen', async (request, reply) => {
    const actor = signedInOf(request);
    const { at } = readInput(unseenBody, readBody(request.body));
    await act({ context, actor, now: context.now() }, actor.owner, (action) => markUnseen(action, at));
    return reply.status(204).send();
  });
}
