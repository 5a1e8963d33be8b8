import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FreeSlots } from '#domain/booking/booking.ts';
import { badRequest, notFound } from '#domain/errors.ts';
import { readInstant } from '#domain/time/instant.ts';
import type { VisitPage } from '#domain/visits/visit-rules.ts';
import { slotsQuery } from '#server/practice/booking/slots-query.ts';
import type { Context } from '#server/ground/context.ts';
import { act } from '#server/ground/action.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { networkOf } from '#server/ground/http/address.ts';
import { readBody, readInput } from '#server/ground/http/bodies.ts';
import { signedInOf } from '#server/ground/http/request.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import { pageUrl } from '#server/ground/mail/letter-parts.ts';
import { withFieldErrors } from '#server/records/refusals.ts';
import { underStart } from '#server/practice/booking/under-start.ts';
import { getOwned } from '#server/records/store.ts';
import { sessions } from '#server/practice/sessions/collection.ts';
import {
  findVisitLink,
  hasVisitLink,
  newVisitToken,
  revokeVisitLinks,
  storeVisitLink,
  visitPath,
} from '#server/practice/visit-links/visit-links.ts';
import { cancelVisit, moveVisit } from '#server/practice/visits/change-visit.ts';
import { freeTimes } from '#server/practice/availability/free-times.ts';
import { readPay } from '#server/practice/money/read-pay.ts';
import { readVisit, type Visit, visitPage } from '#server/practice/visits/read-visit.ts';

interface OfSession {
  Params: { id: string };
}

const instant = z.string().transform((text, context) => {
  const read = readInstant(text);
  if (read) return read;
  context.addIssue({ code: 'custom', params: { message: 'Must be a date.' } });
  return z.NEVER;
});
const visitBody = z.object({ token: z.string() });
const seenBody = visitBody.extend({ seen: instant });
const cancelBody = seenBody.extend({
  kind: z.enum(['session', 'booking']).optional(),
  may: z.enum(['yes', 'late']).optional(),
  paid: z.boolean().optional(),
});
const moveBody = seenBody.extend({ start: instant, left: z.int().optional() });

/** The routes for a visit that a client opens by a link, and for the practitioner's management of links. */
export async function registerVisitRoutes(app: FastifyInstance, context: Context): Promise<void> {
  registerPractitionerLinks(app, context);

  /** Limits how often a network opens visits and, far more strictly, how often it tries unknown links. */
  const openLink = async (address: string, token: string): Promise<Row<'visit_links'>> => {
    const network = networkOf(address);
    await context.limits.take(LIMITS.visitsPerNetwork, network);
    const link = await findVisitLink(context.db.read, token);
    if (link) return link;
    await context.limits.take(LIMITS.visitGuessesPerNetwork, network);
    throw notFound();
  };

  const pageOf = async (visit: Visit): Promise<VisitPage> => {
    const { owner, profile, session, status } = visit;
    const scope = { reader: context.db.read, engine: context.db.engine, owner };
    const isAhead = session !== null && status === 'planned';
    return visitPage(
      visit,
      isAhead ? await readPay(scope, profile, { client: session.client, sessions: [session.id] }, context.now()) : null,
    );
  };

  app.post('/api/visit', async (request): Promise<VisitPage> => {
    const { token } = readInput(visitBody, readBody(request.body));
    const link = await openLink(request.ip, token);
    return pageOf(await readVisit(context.db.read, link, context.now()));
  });

  app.post('/api/visit/slots', async (request): Promise<FreeSlots> => {
    const body = readBody(request.body);
    const { token } = readInput(visitBody, body);
    const range = readInput(slotsQuery, body);
    const link = await openLink(request.ip, token);
    const reader = context.db.read;
    const visit = await readVisit(reader, link, context.now());
    const days = await freeTimes(reader, visit, range, context.now());
    // A visit that cannot be moved shows none of the practitioner's free times.
    if (visit.rights.move.may !== 'yes') for (const day of days) day.slots = [];
    return { timeZone: visit.profile.time_zone, days };
  });

  app.post('/api/visit/cancel', async (request): Promise<VisitPage> => {
    const wish = readInput(cancelBody, readBody(request.body));
    await openLink(request.ip, wish.token);
    return pageOf(await cancelVisit(context, wish));
  });

  app.post('/api/visit/move', async (request): Promise<VisitPage> => {
    const wish = readInput(moveBody, readBody(request.body));
    await openLink(request.ip, wish.token);
    return pageOf(await underStart(() => withFieldErrors(sessions, 'update', () => moveVisit(context, wish))));
  });
}

function registerPractitionerLinks(app: FastifyInstance, context: Context): void {
  app.get<OfSession>('/api/sessions/:id/visit-link', async (request): Promise<{ opens: boolean }> => {
    const { owner } = signedInOf(request);
    const { id } = request.params;
    if (!RECORD_ID.test(id)) throw notFound();
    await getOwned(context.db.read, 'sessions', owner, id);
    return { opens: await hasVisitLink(context.db.read, owner, id) };
  });

  app.post<OfSession>('/api/sessions/:id/visit-link', async (request): Promise<{ url: string }> => {
    const actor = signedInOf(request);
    const now = context.now();
    const { id } = request.params;
    if (!RECORD_ID.test(id)) throw notFound();
    const token = newVisitToken();
    await act({ context, actor, now }, actor.owner, async ({ write, owner }) => {
      const session = await getOwned(write.trx, 'sessions', owner, id);
      if (session.client === '') throw badRequest('The session has no client.');
      await storeVisitLink(write.trx, { owner, now }, { token, session: session.id });
    });
    return { url: pageUrl(context, visitPath(token)) };
  });

  app.delete<OfSession>('/api/sessions/:id/visit-link', async (request, reply) => {
    const actor = signedInOf(request);
    const { id } = request.params;
    if (!RECORD_ID.test(id)) throw notFound();
    await act({ context, actor, now: context.now() }, actor.owner, async (action) => {
      await getOwned(action.write.trx, 'sessions', action.owner, id);
      await revokeVisitLinks(action, id);
    });
    return reply.status(204).send();
  });
}
