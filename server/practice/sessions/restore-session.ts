import { notFound } from '#domain/errors.ts';
import type { Action } from '#server/ground/action.ts';
import type { Decoded } from '#server/ground/db/row-codec.ts';
import { openRow } from '#server/ground/db/sealed-rows.ts';
import { pressMeetings } from '#server/practice/letters/press.ts';
import { claimTime } from '#server/practice/sessions/claim-time.ts';
import { findRemoved, putBack } from '#server/practice/sessions/removed-sessions.ts';
import { takeOccurrenceBack } from '#server/practice/sessions/skip-occurrence.ts';
import { findOwned } from '#server/records/store.ts';

/**
 * Restores a session that was deleted recently as it was, with its payments, its request and its client's links
 * (SESSION-17); returns a session that exists. Throws a 404 if nothing is kept of it, and `slot_taken` as a creation
 * does.
 */
export async function restoreSession(action: Action, id: string, allowOverlap: boolean): Promise<Decoded<'sessions'>> {
  const { trx } = action.write;
  const there = await findOwned(trx, 'sessions', action.owner, id);
  if (there) return there;
  const [removed] = await findRemoved(action, { session: id });
  if (!removed) throw notFound();
  const isOfSeries = removed.session['series'] !== null;
  const session = { ...removed.session, ...(isOfSeries && (await takeOccurrenceBack(action, id))) };
  const [row = {}] = await putBack(action, [{ ...removed, session }]);
  const stored = await openRow(trx, 'sessions', row);
  await claimTime(action, stored, allowOverlap);
  pressMeetings(action, [{ session: id, client: stored.client, before: null }]);
  return stored;
}
