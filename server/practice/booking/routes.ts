import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type BookingPage,
  type BookingReceipt,
  type FreeSlots,
  type RejectedRequests,
  type SameSenders,
  VISITOR_EMAILS,
  TRAP,
} from '#domain/booking/booking.ts';
import { visitForm } from '#domain/booking/visit.ts';
import { badRequest, notFound } from '#domain/errors.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import { act, type Action } from '#server/ground/action.ts';
import { rejectRequest } from '#server/practice/booking/decide-request.ts';
import { networkOf } from '#server/ground/http/address.ts';
import { approveRequest } from '#server/practice/booking/approve-request.ts';
import { booking } from '#server/practice/booking/collection.ts';
import { freeDays } from '#server/practice/booking/free-days.ts';
import { bookingPageOf, findProfileByHash } from '#server/practice/booking/read-booking-page.ts';
import { findSameSenders, rejectAllFromSender } from '#server/practice/booking/reject-sender.ts';
import { requestVisit, takeAttempt } from '#server/practice/booking/request-visit.ts';
import { slotsQuery } from '#server/practice/booking/slots-query.ts';
import { clients } from '#server/practice/clients/collection.ts';
import type { Context } from '#server/ground/context.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { SingleFlight } from '#server/ground/process/single-flight.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import { readBody, readInput } from '#server/ground/http/bodies.ts';
import type { Values } from '#server/records/collection.ts';
import { FIELD_ERROR } from '#server/ground/http/field-error.ts';
import { GUEST, ownerId } from '#server/ground/identity/actor.ts';
import { RECORD_ID } from '#server/ground/identity/record-id.ts';
import { isSilent, originOf, signedInOf } from '#server/ground/http/request.ts';
import { withFieldErrors } from '#server/records/refusals.ts';
import { underStart } from '#server/practice/booking/under-start.ts';
import { toWire } from '#server/records/fields.ts';
import { sessions } from '#server/practice/sessions/collection.ts';
import { newVisitToken, storeVisitLink } from '#server/practice/visit-links/visit-links.ts';

interface OfPage {
  Params: { hash: string };
}

interface OfRequest {
  Params: { id: string };
}

const approvalBody = z.object({
  allowOverlap: z.boolean().default(false),
  email: z.enum(VISITOR_EMAILS).default('give'),
});

/** The routes of the public page, without authentication, and of the practitioner's decisions on requests. */
export async function registerBookingRoutes(app: FastifyInstance, context: Context): Promise<void> {
  registerPublicPage(app, context);
  registerDecisions(app, context);
}

function registerPublicPage(app: FastifyInstance, context: Context): void {
  const profileOf = async (hash: string): Promise<Decoded<'profiles'>> => {
    const profile = await findProfileByHash(context.db.read, hash);
    if (!profile) throw notFound();
    return profile;
  };

  const takeRead = ({ ip }: FastifyRequest): Promise<void> =>
    context.limits.take(LIMITS.pageReadsPerNetwork, networkOf(ip));

  app.get<OfPage>('/api/booking-page/:hash', async (request): Promise<BookingPage> => {
    await takeRead(request);
    const profile = await profileOf(request.params.hash);
    return bookingPageOf(context.db.read, profile);
  });

  const flight = new SingleFlight<Buffer>();
  app.get<OfPage & { Querystring: Values }>('/api/booking-page/:hash/slots', async (request, reply) => {
    await takeRead(request);
    const { hash } = request.params;
    const range = readInput(slotsQuery, request.query);
    const body = await flight.run(`${hash} ${range.from.toString()} ${range.to.toString()}`, async () => {
      const profile = await profileOf(hash);
      const days = await freeDays(context.db.read, profile, range, context.now());
      const closed = !profile.accepting && ({ accepting: false } as const);
      return Buffer.from(JSON.stringify({ timeZone: profile.time_zone, days, ...closed } satisfies FreeSlots));
    });
    return reply.type('application/json; charset=utf-8').send(body);
  });

  app.post<OfPage>('/api/booking-page/:hash', async (request): Promise<BookingReceipt> => {
    const profile = await profileOf(request.params.hash);
    await takeAttempt(context, request.ip);
    const body = readBody(request.body);
    // A honeypot: people do not see this field, bots fill it in. The page clears what a browser extension put there.
    if (body[TRAP]) throw badRequest('Failed to create record.', { [TRAP]: FIELD_ERROR.invalidValue });
    const caller = { context, actor: GUEST, now: context.now(), from: originOf(request) };
    const { id, date, status, visit } = await underStart(async () => {
      const store = await requestVisit(caller, profile, readInput(visitForm, body));
      return context.db.write(async (write) => {
        const stored = await withFieldErrors(booking, 'create', () => store(write));
        return { ...stored, visit: await openVisit(write.trx, stored, caller.now) };
      });
    });
    return { id, start: parseStoredInstant(date).toString(), status, visit };
  });
}

/** Returns the token of a new link to a pending request whose visitor has no e-mail; '' for any other request. */
async function openVisit(trx: Reader, { id, user, email, status }: Decoded<'booking'>, now: Temporal.Instant) {
  if (email !== '' || status !== 'pending') return '';
  const token = newVisitToken();
  await storeVisitLink(trx, { owner: ownerId(user), now }, { token, booking: id });
  return token;
}

function registerDecisions(app: FastifyInstance, context: Context): void {
  /** Runs a decision in one transaction for the signed-in practitioner. */
  const decide = async <Result>(
    request: FastifyRequest<OfRequest>,
    run: (action: Action, id: string) => Promise<Result>,
  ): Promise<Result> => {
    const actor = signedInOf(request);
    const { id } = request.params;
    if (!RECORD_ID.test(id)) throw notFound();
    const caller = { context, actor, now: context.now(), silent: isSilent(request) };
    return act(caller, actor.owner, (action) => run(action, id));
  };

  app.post<OfRequest>('/api/booking/:id/approve', async (request) => {
    const viewer = { actor: signedInOf(request), now: context.now() };
    const { allowOverlap, email } = readInput(approvalBody, readBody(request.body));
    // An approval creates a session and perhaps a client.
    await context.quota.admit(viewer.actor.owner);
    const made = await decide(request, (action, id) => approveRequest(action, id, allowOverlap, email));
    return {
      booking: toWire(booking, made.booking, viewer),
      session: made.session && toWire(sessions, made.session, viewer),
      client: made.client && toWire(clients, made.client, viewer),
    };
  });

  app.get('/api/booking/same-sender', async (request): Promise<SameSenders> => {
    const { owner } = signedInOf(request);
    return findSameSenders(context.db.read, owner);
  });

  app.post<OfRequest>('/api/booking/:id/reject-all-from-sender', async (request): Promise<RejectedRequests> => {
    const rejected = await decide(request, rejectAllFromSender);
    return { rejected: rejected.map(({ id }) => id) };
  });

  app.post<OfRequest>('/api/booking/:id/reject', async (request) => {
    const viewer = { actor: signedInOf(request), now: context.now() };
    return toWire(booking, await decide(request, rejectRequest), viewer);
  });
}
