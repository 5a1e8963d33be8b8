import { clientKey } from '#domain/clients/client.ts';
import { bookingClosed, slotTaken } from '#domain/errors.ts';
import { printInstant } from '#domain/time/instant.ts';
import { holdRequestTime } from '#server/booking/booking-time.ts';
import { isOffered } from '#server/booking/offered-days.ts';
import { refuseFlood, type Sender, senderOf } from '#server/booking/sender.ts';
import type { Reader } from '#server/db/database.ts';
import type { Row } from '#server/db/schema.ts';
import { queueLetter } from '#server/mail/queue-letter.ts';
import { ownerId } from '#server/identity/actor.ts';
import type { WriteCall } from '#server/records/collection.ts';
import { findOwned, insertRow, updateRow } from '#server/records/store.ts';

/** What a visitor asks for, checked and trimmed; `date` is an instant in the stored form. */
export type NewRequest = Pick<Row<'booking'>, 'id' | 'name' | 'phone' | 'message' | 'date' | 'time_zone'>;

/**
 * Stores a visitor's request, holds its hour and queues the letter about it. The start has to be one that the page
 * offers now, recomputed under the practitioner's lock; otherwise a 400 with `date: slot_taken`. Sent again under the
 * same id, because the answer was lost, it is answered as it is by now; while it waits for one, another message replaces
 * the first.
 */
export async function receiveRequest(
  call: Pick<WriteCall, 'context' | 'write' | 'actor' | 'now' | 'address'>,
  profile: Row<'profiles'>,
  request: NewRequest,
): Promise<Row<'booking'>> {
  const { context, write, now } = call;
  const owner = ownerId(profile.user);
  await write.lock(owner);
  const received = await findOwned(write.trx, 'booking', owner, request.id);
  if (received && isSame(received, request)) {
    const { message } = request;
    if (received.status !== 'pending' || received.message === message) return received;
    return updateRow({ ...call, owner }, 'booking', received.id, { message });
  }
  const sender = senderOf(context.secrets, owner, call.address);
  await refuseUnwelcome(write.trx, profile, request.date, sender, now);
  const booking = await insertRow({ ...call, owner }, 'booking', {
    ...request,
    ...sender,
    status: 'pending',
    session: '',
    identity_key: clientKey(request.name, request.phone),
    held_since: printInstant(now),
  });
  await holdRequestTime(write, booking);
  await queueLetter(write, {
    kind: 'booking-received',
    ids: { booking: booking.id },
    account: owner,
    dedupeKey: `booking-received:${booking.id}`,
    now,
  });
  write.afterCommit(() => context.wakeOutbox());
  return booking;
}

function isSame(received: Row<'booking'>, request: NewRequest): boolean {
  return received.date === request.date && received.name === request.name && received.phone === request.phone;
}

/** Throws where the page takes nothing, does not offer the start, or was asked too often. */
export async function refuseUnwelcome(
  reader: Reader,
  profile: Row<'profiles'>,
  date: string,
  sender: Sender,
  now: Temporal.Instant,
): Promise<void> {
  if (!profile.accepting) throw bookingClosed();
  if (!(await isOffered(reader, profile, date, now))) throw slotTaken('date', 400);
  await refuseFlood(reader, ownerId(profile.user), sender, now);
}
