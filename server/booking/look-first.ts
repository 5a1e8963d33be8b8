import { refuseUnwelcome } from '#server/booking/receive-request.ts';
import { senderOf } from '#server/booking/sender.ts';
import type { Row } from '#server/db/schema.ts';
import { ownerId } from '#server/identity/actor.ts';
import type { Values, WriteCall } from '#server/records/collection.ts';
import { findOwned } from '#server/records/store.ts';

type LookCall = Pick<WriteCall, 'context' | 'now' | 'address'>;

/**
 * Refuses a visitor's request that could not be stored now, before it waits for the practitioner's lock: a flood of such
 * requests costs no write (PUBLIC-06). What passes is decided in the transaction.
 */
export async function lookFirst(
  { context: { db, secrets }, now, address }: LookCall,
  profile: Row<'profiles'>,
  { id, date }: Values,
): Promise<void> {
  if (typeof date !== 'string') return;
  const owner = ownerId(profile.user);
  try {
    await refuseUnwelcome(db.read, profile, date, senderOf(secrets, owner, address), now);
  } catch (error) {
    // Sent again, it is answered as the first one was, which may have been stored only during this look.
    if (typeof id === 'string' && (await findOwned(db.read, 'booking', owner, id))) return;
    throw error;
  }
}

/** The same for a record that anybody may create; what is wrong with it otherwise is said by the create. */
export async function lookFirstAtRecord(call: LookCall, values: Values): Promise<void> {
  const { user, status } = values;
  if (typeof user !== 'string' || status !== 'pending') return;
  const { read } = call.context.db;
  const profile = await read.selectFrom('profiles').selectAll().where('user', '=', user).executeTakeFirst();
  if (profile) await lookFirst(call, profile, values);
}
