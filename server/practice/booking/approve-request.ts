import { planRequestLetters } from '#server/practice/letters/request-letters.ts';
import { BOOKING_DURATION, type VisitorEmail } from '#domain/booking/booking.ts';
import { type AppError, conflict } from '#domain/errors.ts';
import { CLIENT_SOURCE, CLIENT_TEXT } from '#domain/clients/client.ts';
import { SESSION_TEXT } from '#domain/sessions/session.ts';
import { cleanText } from '#domain/text/clean-text.ts';
import type { Action } from '#server/ground/action.ts';
import { addClient, unarchive, changeClient, findClientByKey } from '#server/practice/clients/change-client.ts';
import { giveClient } from '#server/practice/consents/agreements.ts';
import { decidedAlready, findRequest } from '#server/practice/booking/decide-request.ts';
import { releaseTime } from '#server/ground/db/held-time.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { markAnswered } from '#server/practice/news/write-news.ts';
import { findOwned, updateRow } from '#server/records/store.ts';
import { addSession } from '#server/practice/sessions/change-session.ts';

/** The session is null where the practitioner deleted it after the approval; so is the client of an older request. */
export interface Approval {
  booking: Decoded<'booking'>;
  session: Decoded<'sessions'> | null;
  client: Decoded<'clients'> | null;
}

/**
 * Makes a session of a pending request, and a client unless name and phone match one, who leaves the archive (BOOK-02,
 * BOOK-03, CLIENT-11); returns those of a confirmed request.
 */
export async function approveRequest(
  action: Action,
  id: string,
  allowOverlap: boolean,
  visitorEmail: VisitorEmail = 'give',
): Promise<Approval> {
  const request = await findRequest(action, id);
  if (request.status === 'confirmed') return readApproval(action, request);
  if (request.status !== 'pending') throw decidedAlready();
  const { write, owner } = action;
  const { known, isNamesake } = await findClientByKey(action, cleanText(request.name), cleanText(request.phone));
  const client = known
    ? await unarchiveAndAddEmail(action, known, request, visitorEmail)
    : await addVisitor(action, request, isNamesake);
  // First frees the request's own time, which the session takes over.
  await releaseTime(write, owner, { source: 'booking', sourceId: request.id });
  const session = await addSession(
    action,
    {
      client: client.id,
      date: request.date,
      duration: BOOKING_DURATION,
      description: SESSION_TEXT.fromBooking,
      status: 'scheduled',
      thoughts: '',
      news: '',
    },
    allowOverlap,
    { request: request.id },
  );
  const booking = await updateRow(action, 'booking', request.id, {
    status: 'confirmed',
    session: session.id,
    client: client.id,
    held_since: '',
  });
  const agreed = await giveClient(action, booking.id, client);
  await markAnswered(action, booking.id);
  // Drops the letter that the request has arrived: it is answered now.
  await planRequestLetters(action, booking, null);
  return { booking, session, client: agreed };
}

/**
 * Gives a known client without an e-mail that of the visitor, with the time zone. All letters to the client go there
 * from then on, so the practitioner can be asked first.
 */
async function unarchiveAndAddEmail(
  action: Action,
  known: Decoded<'clients'>,
  { email, time_zone }: Decoded<'booking'>,
  visitorEmail: VisitorEmail,
): Promise<Decoded<'clients'>> {
  const gets = known.email === '' && email !== '';
  if (gets && visitorEmail === 'ask') throw clientKnown();
  const client = await unarchive(action, known);
  if (!gets || visitorEmail === 'leave') return client;
  return changeClient(action, client, { ...client, email, time_zone: client.time_zone || time_zone });
}

function addVisitor(
  action: Action,
  { name, phone, email, time_zone }: Decoded<'booking'>,
  isNamesake: boolean,
): Promise<Decoded<'clients'>> {
  const visitor = {
    name: cleanText(name),
    phone: cleanText(phone),
    handmade: false,
    source: CLIENT_SOURCE.site,
    description: CLIENT_TEXT.fromBooking,
    registration_date: '',
    email,
    time_zone: email === '' ? '' : time_zone,
    reminders: '' as const,
  };
  return addClient(action, visitor, isNamesake);
}

async function readApproval({ write, owner }: Action, booking: Decoded<'booking'>): Promise<Approval> {
  const session = await findOwned(write.trx, 'sessions', owner, booking.session);
  const client = await findOwned(write.trx, 'clients', owner, booking.client || (session?.client ?? ''));
  return { booking, session: session ?? null, client: client ?? null };
}

function clientKnown(): AppError {
  const message = 'The client is known and has no address.';
  return conflict(message, { email: { code: 'client_known', message } });
}
