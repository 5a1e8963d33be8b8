import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { printInstant, readInstant } from '#domain/time/instant.ts';
import { act } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import { readBody } from '#server/ground/http/bodies.ts';
import { readInput } from '#server/ground/http/read-input.ts';
import { decorateWithActor, signedInOf } from '#server/ground/http/request.ts';
import { markSeen } from '#server/practice/news/write-news.ts';

const seenBody = z.object({
  until: z
    .string()
    .transform((text, context) => {
      const read = readInstant(text);
      if (read) return printInstant(read);
      context.addIssue({ code: 'custom', params: { message: 'Must be a date.' } });
      return z.NEVER;
    })
    .optional(),
});

/** `POST /api/news/seen` `{until?}` marks the caller's news as seen: those created up to then, or all (NEWS-01). */
export function registerNewsRoutes(app: FastifyInstance, context: Context): void {
  decorateWithActor(app);

  app.post('/api/news/seen', async (request, reply) => {
    const actor = signedInOf(request);
    const { until } = readInput(seenBody, readBody(request.body));
    await act({ context, actor, now: context.now() }, actor.owner, (action) => markSeen(action, until));
    return reply.status(204).send();
  });
}
