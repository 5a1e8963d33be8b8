import { printAmount } from '#domain/money/amount.ts';
import { showPhone } from '#domain/clients/phone.ts';
import { notFound } from '#domain/errors.ts';
import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import { discreetName } from '#domain/letters/discreet.ts';
import type { Pay } from '#domain/money/ask-pay.ts';
import { isLatePaid } from '#domain/money/money.ts';
import { type Place, placeOf } from '#domain/places/place.ts';
import { parseStoredInstant } from '#domain/time/instant.ts';
import {
  statusOfSession,
  type VisitPage,
  type VisitRights,
  visitRights,
  type VisitState,
} from '#domain/visits/visit-rules.ts';
import type { Reader } from '#server/ground/db/database.ts';
import { type Decoded, decodeRow } from '#server/ground/db/row-codec.ts';
import type { Row } from '#server/ground/db/schema.ts';
import { ownerId, type OwnerId } from '#server/ground/identity/actor.ts';
import { readUsualPrice } from '#server/practice/money/fix-price.ts';
import { readClientPlace } from '#server/practice/places/client-place.ts';
import { findOwned } from '#server/records/store.ts';

/** A visit as its link opens it: the session, or the request while it has none. */
export interface Visit extends VisitState {
  owner: OwnerId;
  profile: Decoded<'profiles'>;
  session: Decoded<'sessions'> | null;
  request: Decoded<'booking'> | null;
  duration: number;
  rights: VisitRights;
  /** Where it takes place; null for a request, and once the visit is cancelled or past. */
  place: Place | null;
  /**
   * Whether the link is from the time of the public page's present URL: who knows only an older one must not learn a
   * new one.
   */
  knowsPage: boolean;
}

/** Reads what a link opens. Throws the 404 of an unknown link if that is deleted. */
export async function readVisit(reader: Reader, link: Row<'visit_links'>, now: Temporal.Instant): Promise<Visit> {
  const owner = ownerId(link.user);
  const row = await reader.selectFrom('profiles').selectAll().where('user', '=', owner).executeTakeFirst();
  const request = link.booking === null ? undefined : await findOwned(reader, 'booking', owner, link.booking);
  const id = link.session ?? request?.session ?? '';
  const session = id === '' ? undefined : await findOwned(reader, 'sessions', owner, id);
  const state = session ? stateOfSession(session, now) : request && stateOfRequest(request, now);
  // A confirmed request without a session means that the session was deleted.
  if (!row || !state || (!session && request?.status === 'confirmed')) throw notFound();
  const profile = decodeRow('profiles', row);
  const rules = {
    cancelHours: profile.cancel_hours,
    moveHours: profile.move_hours,
    maxMoves: profile.max_moves,
    lateCancel: profile.late_cancel,
    latePaid: session ? await isSessionPaidLate(reader, owner, { ...profile, session }) : false,
  };
  const rights = visitRights(state, rules, now);
  const duration = session?.duration ?? BOOKING_DURATION;
  const place =
    session && state.status === 'planned'
      ? placeOf({ session, client: await readClientPlace(reader, owner, session.client), profile })
      : null;
  const knowsPage = link.created >= profile.link_since;
  const about = { session: session ?? null, request: request ?? null };
  return { ...state, ...about, owner, profile, duration, rights, place, knowsPage };
}

async function isSessionPaidLate(
  reader: Reader,
  owner: OwnerId,
  { late_paid, session }: Pick<Decoded<'profiles'>, 'late_paid'> & { session: Decoded<'sessions'> },
): Promise<boolean> {
  if (!late_paid) return false;
  const price = session.price ?? (await readUsualPrice(reader, owner, session.client));
  return isLatePaid({ price, waived: session.waived }, { late_paid });
}

function stateOfSession({ date, duration, status, moves }: Decoded<'sessions'>, now: Temporal.Instant): VisitState {
  const start = parseStoredInstant(date);
  return { kind: 'session', status: statusOfSession({ status, start, duration }, now), start, moves };
}

function stateOfRequest({ date, status }: Decoded<'booking'>, now: Temporal.Instant): VisitState {
  const start = parseStoredInstant(date);
  const isOver = Temporal.Instant.compare(start.add({ minutes: BOOKING_DURATION }), now) <= 0;
  const open = isOver ? 'past' : 'pending';
  return { kind: 'booking', status: status === 'cancelled' ? 'cancelled' : open, start, moves: 0 };
}

/** Returns what the visit's page shows: nothing about the client, so that a forwarded link does not reveal them. */
export function visitPage(visit: Visit, pay: Pay | null): VisitPage {
  const { kind, status, start, duration, profile, session, request, rights, place, knowsPage } = visit;
  // A rejected request does not offer to ask again.
  const calledOff = status === 'cancelled' && (kind === 'session' || request?.withdrawn === true);
  const { cancel, move } = rights;
  return {
    kind,
    status,
    start: start.toString(),
    duration,
    name: discreetName(profile.sender_name, profile.name),
    timeZone: profile.time_zone,
    cancel: { ...cancel, until: cancel.until.toString() },
    move: { ...move, until: move.until.toString() },
    phone: showPhone(profile.public_phone),
    place,
    pay: pay && { text: pay.text, link: pay.link, sum: pay.amount === null ? '' : printAmount(pay.amount) },
    ...(session?.outcome === 'late' && { late: true }),
    ...(calledOff && profile.accepting && knowsPage && { again: `/booking/${profile.booking_hash}` }),
  };
}
