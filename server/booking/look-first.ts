import { slotTaken } from '#domain/errors.ts';
import { isOffered } from '#server/booking/offered-days.ts';
import { refuseFlood } from '#server/booking/receive-request.ts';
import type { Context } from '#server/context.ts';
import type { Row } from '#server/db/schema.ts';
import { ownerId } from '#server/records/actor.ts';
import type { Values, WriteCall } from '#server/records/collection.ts';
import { findOwned } from '#server/records/store.ts';

/**
 * Refuses a visitor's request that could not be stored now, before it waits for the practitioner's lock: a flood of such
 * requests costs no write (PUBLIC-06). What passes is decided in the transaction.
 */
export async function lookFirst(
  { context: { db }, now }: { context: Context; now: Temporal.Instant },
  profile: Row<'profiles'>,
  { id, date }: Values,
): Promise<void> {
  if (typeof date !== 'string') return;
  const owner = ownerId(profile.user);
  try {
    if (!(await isOffered(db.read, profile, date, now))) throw slotTaken('date', 400);
    await refuseFlood(db.read, owner, now);
  } catch (error) {
    // Sent again, it is answered as the first one was, which may have been stored only during this look.
    if (typeof id === 'string' && (await findOwned(db.read, 'booking', owner, id))) return;
    throw error;
  }
}

/** The same for a record that anybody may create; what is wrong with it otherwise is said by the create. */
export async function lookFirstAtRecord(call: Pick<WriteCall, 'context' | 'now'>, values: Values): Promise<void> {
  const { user, status } = values;
  if (typeof user !== 'string' || status !== 'pending') return;
  const { read } = call.context.db;
  const profile = await read.selectFrom('profiles').selectAll().where('user', '=', user).executeTakeFirst();
  if (profile) await lookFirst(call, profile, values);
}
