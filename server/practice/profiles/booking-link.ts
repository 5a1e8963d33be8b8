import { printInstant } from '#domain/time/instant.ts';
import { notFound } from '#domain/errors.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { randomText } from '#server/ground/identity/record-id.ts';
import { updateRow } from '#server/records/store.ts';

/** Returns a new last part of a public page's URL, which cannot be guessed. */
export function newBookingHash(): string {
  return randomText(32);
}

/** Gives the practitioner's page a new URL; the previous one is invalid at once (BOOK-07). */
export async function changeBookingLink(action: Action): Promise<Decoded<'profiles'>> {
  const { write, owner, now } = action;
  const profile = await write.trx.selectFrom('profiles').select('id').where('user', '=', owner).executeTakeFirst();
  if (!profile) throw notFound();
  return updateRow(action, 'profiles', profile.id, {
    booking_hash: newBookingHash(),
    link_since: printInstant(now),
  });
}
