import { BOOKING_DURATION } from '#domain/booking/booking.ts';
import type { Visit } from '#domain/booking/visit.ts';
import { clientKey } from '#domain/clients/client.ts';
import { bookingClosed, notFound, slotTaken } from '#domain/errors.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import type { ShownConsent } from '#domain/consents/consent.ts';
import { addFromRequest, refuseWithoutConsent } from '#server/practice/consents/agreements.ts';
import { actIn, type Caller } from '#server/ground/action.ts';
import { isFreeTime } from '#server/practice/availability/free-times.ts';
import { isProven, proofFor } from '#server/practice/booking/proofs.ts';
import { type Arrival, refuseFlood, senderOf } from '#server/practice/booking/sender.ts';
import type { Reader, Write } from '#server/ground/db/database.ts';
import { holdTime } from '#server/ground/db/held-time.ts';
import { type Decoded, decodeRow } from '#server/ground/db/row-codec.ts';
import { networkOf } from '#server/ground/http/address.ts';
import { type Origin, ownerId } from '#server/ground/identity/actor.ts';
import { newRecordId } from '#server/ground/identity/record-id.ts';
import { LIMITS } from '#server/ground/limits/limit-rules.ts';
import { planRequestLetters, planForVisitor } from '#server/practice/letters/request-letters.ts';
import { queueLetter } from '#server/ground/mail/queue-letter.ts';
import { addNews } from '#server/practice/news/write-news.ts';
import { findOwned, insertRow, updateRow } from '#server/records/store.ts';

interface VisitRequest extends Visit {
  id?: string | undefined;
  /** The document to which the visitor agrees, or ''. */
  consent: string;
  /** The proof of work, if the page asked for one; or ''. */
  proof: string;
}

/** Counts every attempt from the network of an address. Throws a TooManyRequests past the limit. */
export function takeAttempt({ limits }: Caller['context'], address: string): Promise<void> {
  return limits.take(LIMITS.bookingPerNetwork, networkOf(address));
}

/**
 * Checks a visitor's request before any transaction, so that a flood takes no lock and stores nothing (PUBLIC-06), and
 * returns the step that checks it again and stores it. The same id sent again returns the stored request, whose message
 * and address can change while it waits. Throws `slot_taken` or `closed` for `date`, and a TooManyRequests.
 */
export async function requestVisit(
  caller: Caller & { from: Origin },
  profile: Decoded<'profiles'>,
  request: VisitRequest,
): Promise<(write: Write) => Promise<Decoded<'booking'>>> {
  const { context, actor, now, from } = caller;
  const { id = newRecordId(), consent, proof: shown, ...visit } = request;
  const owner = ownerId(profile.user);
  const sender = senderOf(context.secrets, owner, from.address);
  const isOwnPage = actor.kind === 'user' && actor.owner === owner;
  const wish = { owner, sender, date: visit.date };
  const isWelcome = isOwnPage || isProven(context.secrets, wish, shown, now);
  const proof = isWelcome ? null : proofFor(context.secrets, wish, now);
  const asked = { date: visit.date, consent, sender, proof, now };
  // A practitioner's batch can free the time with an earlier request, so her own request is checked in the step alone.
  if (!isOwnPage) {
    await refuseUnwelcome(context.db.read, profile, asked).catch(async (error: unknown) => {
      // The same request, sent twice, may have been stored during this check.
      if (request.id === undefined || !(await findOwned(context.db.read, 'booking', owner, id))) throw error;
    });
  }
  return async (write) => {
    const action = await actIn(write, caller, owner);
    const received = request.id === undefined ? undefined : await findOwned(write.trx, 'booking', owner, id);
    if (received && isSame(received, visit)) {
      const { message, email } = visit;
      if (received.status !== 'pending' || (received.message === message && received.email === email)) return received;
      const updated = await updateRow(action, 'booking', id, { message, email });
      if (received.email !== email) await planRequestLetters(action, updated, 'request-received');
      return updated;
    }
    // The practitioner may have closed the page or changed its rules meanwhile.
    const current = await write.trx.selectFrom('profiles').selectAll().where('user', '=', owner).executeTakeFirst();
    if (!current) throw notFound();
    const document = await refuseUnwelcome(write.trx, decodeRow('profiles', current), asked);
    const booking = await insertRow(action, 'booking', {
      ...visit,
      id,
      ...sender,
      status: 'pending',
      session: '',
      identity_key: clientKey(visit.name, visit.phone),
      held_since: printInstant(now),
    });
    await holdRequestTime(write, booking);
    if (document) await addFromRequest(action, booking, document.id, from);
    await addNews(action, [{ kind: 'request_new', booking: id, after: booking.date }]);
    await queueLetter(write, {
      kind: 'booking-received',
      ids: { booking: id },
      account: owner,
      dedupeKey: `booking-received:${id}`,
      now,
    });
    context.events.wakeAfter(write, 'letters');
    await planForVisitor(action, booking, 'request-received');
    return booking;
  };
}

/**
 * Holds the time of a pending request. Throws an error that `overlapViolation` recognises where the time is held
 * already.
 */
export async function holdRequestTime(
  write: Write,
  request: Pick<Decoded<'booking'>, 'id' | 'user' | 'date'>,
): Promise<void> {
  const startMs = parseStoredInstant(request.date).epochMilliseconds;
  const endMs = startMs + BOOKING_DURATION * 60_000;
  const held = { source: 'booking', sourceId: request.id, startMs, endMs, deliberate: false } as const;
  await holdTime(write, { owner: ownerId(request.user), ...held });
}

function isSame(received: Decoded<'booking'>, { date, name, phone }: Visit): boolean {
  return received.date === date && received.name === name && received.phone === phone;
}

/**
 * Throws where the page is closed, does not offer the start, a limit is reached, or the agreement asked for is missing.
 * Returns the document that is asked for.
 */
async function refuseUnwelcome(
  reader: Reader,
  profile: Decoded<'profiles'>,
  { date, consent, ...arrival }: Arrival & { date: string; consent: string },
): Promise<ShownConsent | null> {
  if (!profile.accepting) throw bookingClosed();
  const owner = ownerId(profile.user);
  const visit = { owner, profile, session: null, duration: BOOKING_DURATION };
  if (!(await isFreeTime(reader, visit, parseStoredInstant(date), arrival.now))) throw slotTaken();
  await refuseFlood(reader, owner, arrival);
  return refuseWithoutConsent(reader, profile, consent);
}
