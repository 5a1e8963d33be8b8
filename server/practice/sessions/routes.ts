import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FreeSlots } from '#domain/booking/booking.ts';
import { notFound } from '#domain/errors.ts';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import { sessionValues } from '#domain/sessions/session-values.ts';
import { queryDate } from '#server/practice/availability/query-date.ts';
import { act } from '#server/ground/action.ts';
import type { Context } from '#server/ground/context.ts';
import type { Values } from '#server/records/collection.ts';
import { readBody, readInput } from '#server/ground/http/bodies.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { isSilent, signedInOf } from '#server/ground/http/request.ts';
import { sessions } from '#server/practice/sessions/collection.ts';
import { readFreeSlots } from '#server/practice/sessions/own-slots.ts';
import { restoreSession } from '#server/practice/sessions/restore-session.ts';
import { toWire } from '#server/records/fields.ts';
import { withFieldErrors } from '#server/records/refusals.ts';

const freeSlotsQuery = z.object({
  date: queryDate,
  duration: z.coerce.number().pipe(sessionValues.shape.duration).default(SESSION_DURATION.default),
  except: z.union([z.literal(''), z.string().regex(RECORD_ID)]).default(''),
});

const restoreBody = z.object({ allowOverlap: z.boolean().default(false) });

export async function registerSessionRoutes(app: FastifyInstance, context: Context): Promise<void> {
  app.get<{ Querystring: Values }>('/api/sessions/free-slots', async (request): Promise<FreeSlots> => {
    const { owner } = signedInOf(request);
    const wanted = readInput(freeSlotsQuery, request.query);
    return readFreeSlots(context.db.read, owner, { ...wanted, now: context.now() });
  });

  app.post<{ Params: { id: string } }>('/api/sessions/:id/restore', async (request) => {
    const actor = signedInOf(request);
    const { allowOverlap } = readInput(restoreBody, readBody(request.body));
    const { id } = request.params;
    if (!RECORD_ID.test(id)) throw notFound();
    const now = context.now();
    // Allowed even for a full practice, which had the data a moment ago.
    const session = await withFieldErrors(sessions, 'create', () =>
      act({ context, actor, now, silent: isSilent(request) }, actor.owner, (action) =>
        restoreSession(action, id, allowOverlap),
      ),
    );
    return toWire(sessions, session, { actor, now });
  });
}
