import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FreeSlots } from '#domain/booking/booking.ts';
import { SESSION_DURATION } from '#domain/sessions/session.ts';
import { sessionValues } from '#domain/sessions/session-values.ts';
import { queryDate } from '#server/practice/availability/query-date.ts';
import type { Context } from '#server/ground/context.ts';
import type { Values } from '#server/records/collection.ts';
import { readInput } from '#server/ground/http/read-input.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { decorateWithActor, signedInOf } from '#server/ground/http/request.ts';
import { readFreeSlots } from '#server/practice/sessions/free-slots.ts';

const freeSlotsQuery = z.object({
  date: queryDate,
  duration: z.coerce.number().pipe(sessionValues.shape.duration).default(SESSION_DURATION.default),
  except: z.union([z.literal(''), z.string().regex(RECORD_ID)]).default(''),
});

export async function registerSessionRoutes(app: FastifyInstance, context: Context): Promise<void> {
  decorateWithActor(app);
  app.get<{ Querystring: Values }>('/api/sessions/free-slots', async (request): Promise<FreeSlots> => {
    const { owner } = signedInOf(request);
    const wanted = readInput(freeSlotsQuery, request.query);
    return readFreeSlots(context.db.read, owner, { ...wanted, now: context.now() });
  });
}
