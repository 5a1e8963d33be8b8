import { slotTaken } from '#domain/errors.ts';
import { parseStoredInstant, printInstant } from '#domain/time/instant.ts';
import { holdRequestTime } from '#server/booking/booking-time.ts';
import { isOffered } from '#server/booking/offered-days.ts';
import type { Reader } from '#server/db/database.ts';
import { lockPractitioner } from '#server/db/held-time.ts';
import type { Row } from '#server/db/schema.ts';
import { TooManyRequests } from '#server/limits.ts';
import { queueLetter } from '#server/mail/queue-letter.ts';
import { type OwnerId, ownerId } from '#server/records/actor.ts';
import type { WriteCall } from '#server/records/collection.ts';
import { findOwned, insertRow, updateRow } from '#server/records/store.ts';

/** New requests that one practitioner gets at most (PUBLIC-06). */
const MOST_REQUESTS = { count: 20, seconds: 3600 } as const;

/** What a practitioner has not answered yet: more would take whole weeks from real visitors. */
const MOST_WAITING = { count: 50, retrySeconds: 3600 } as const;

/** What a visitor asks for, checked and trimmed; `date` is an instant in the stored form. */
export type NewRequest = Pick<Row<'booking'>, 'id' | 'name' | 'phone' | 'message' | 'date' | 'time_zone'>;

/**
 * Stores a visitor's request, holds its hour and queues the letter about it. The start has to be one that the page
 * offers now, recomputed under the practitioner's lock; otherwise a 400 with `date: slot_taken`. Sent again under the
 * same id, because the answer was lost, it is answered as it is by now; while it waits for one, another message replaces
 * the first.
 */
export async function receiveRequest(
  call: Pick<WriteCall, 'context' | 'write' | 'actor' | 'now'>,
  profile: Row<'profiles'>,
  request: NewRequest,
): Promise<Row<'booking'>> {
  const { context, write, now } = call;
  const owner = ownerId(profile.user);
  await lockPractitioner(write, owner);
  const received = await findOwned(write.trx, 'booking', owner, request.id);
  if (received && isSame(received, request)) {
    const { message } = request;
    if (received.status !== 'pending' || received.message === message) return received;
    return updateRow({ ...call, owner }, 'booking', received.id, { message });
  }
  if (!(await isOffered(write.trx, profile, request.date, now))) throw slotTaken('date', 400);
  await refuseFlood(write.trx, owner, now);
  const booking = await insertRow({ ...call, owner }, 'booking', { ...request, status: 'pending', session: '' });
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

/**
 * The practitioner's share of PUBLIC-06. Only what is stored counts, so it is counted there: under the lock exactly, and
 * for all nodes.
 */
export async function refuseFlood(reader: Reader, owner: OwnerId, now: Temporal.Instant): Promise<void> {
  const { count, seconds } = MOST_REQUESTS;
  const recent = await reader
    .selectFrom('booking')
    .select('created')
    .where('user', '=', owner)
    .where('created', '>', printInstant(now.subtract({ seconds })))
    .where('created', '<=', printInstant(now))
    .orderBy('created', 'desc')
    .limit(count)
    .execute();
  const oldest = recent.at(count - 1);
  if (oldest) {
    const frees = parseStoredInstant(oldest.created).add({ seconds });
    throw new TooManyRequests(now.until(frees).total('seconds'));
  }
  const waiting = await reader
    .selectFrom('booking')
    .select('id')
    .where('user', '=', owner)
    .where('status', '=', 'pending')
    .where('date', '>', printInstant(now))
    .limit(MOST_WAITING.count)
    .execute();
  if (waiting.length >= MOST_WAITING.count) throw new TooManyRequests(MOST_WAITING.retrySeconds);
}
